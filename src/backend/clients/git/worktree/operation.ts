import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isSha } from '@/backend/clients/git/core/revision';

export type Operation = 'rebase' | 'am' | 'merge' | 'cherry-pick' | 'revert' | 'bisect';

const MARKS: readonly (readonly [string, Operation])[] = [
  ['rebase-merge', 'rebase'],
  ['rebase-apply/applying', 'am'],
  ['rebase-apply', 'rebase'],
  ['MERGE_HEAD', 'merge'],
  ['CHERRY_PICK_HEAD', 'cherry-pick'],
  ['REVERT_HEAD', 'revert'],
  ['BISECT_LOG', 'bisect'],
];

/** What this checkout is in the middle of, read from the marks that git itself goes by. */
export async function operationIn(gitDir: string): Promise<Operation | null> {
  for (const [mark, operation] of MARKS) {
    if ((await stat(join(gitDir, mark)).catch(() => null)) !== null) return operation;
  }
  return null;
}

/** What to tell whoever left it open. Our own tool ends a rebase in any state; a bisect has no --continue. */
export function howToEnd(operation: Operation): string {
  switch (operation) {
    case 'rebase':
      return 'Resolve what is conflicted, git add it and call git.rebase with step "continue", or give it up with step "abort", which always works.';
    case 'bisect':
      return 'End it with: git bisect reset.';
    default:
      return `Finish it (resolve, git add, git ${operation} --continue) or give it up (git ${operation} --abort).`;
  }
}

export type OpenRebase = 'stopped' | 'cut_off' | null;

/**
 * When there is something to be resolved, git notes the commit at which it stopped, and last of all its message. A rebase
 * without these was killed, or could not write: it may be anywhere, and its next step would be a guess.
 */
export async function rebaseIn(gitDir: string): Promise<OpenRebase> {
  if ((await operationIn(gitDir)) !== 'rebase') return null;
  const dir = join(gitDir, 'rebase-merge');
  // The older way of rebasing, by patches, has other notes and is never ours.
  if ((await stat(dir).catch(() => null)) === null) return 'stopped';
  const sizes = await Promise.all(
    ['stopped-sha', 'message'].map((name) =>
      stat(join(dir, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return sizes.includes(0) ? 'cut_off' : 'stopped';
}

/** An object that git's own notes of an open rebase name; null when there are none, or a full disk left them empty. */
export async function rebaseNote(gitDir: string, name: 'onto' | 'autostash'): Promise<string | null> {
  const text = await readFile(join(gitDir, 'rebase-merge', name), 'utf8').catch(() => '');
  return isSha(text.trim()) ? text.trim() : null;
}

/** The branch that is checked out; null when there is none. */
export async function branchIn(gitDir: string): Promise<string | null> {
  const head = await readFile(join(gitDir, 'HEAD'), 'utf8').catch(() => '');
  return head.match(/^ref: refs\/heads\/(.+?)\s*$/)?.[1] ?? null;
}

/** The branch that an open rebase or bisect will come back to; HEAD is detached meanwhile. */
export async function branchUnderOperation(gitDir: string): Promise<string | null> {
  for (const file of ['rebase-merge/head-name', 'rebase-apply/head-name', 'BISECT_START']) {
    const name = (await readFile(join(gitDir, file), 'utf8').catch(() => '')).trim();
    if (name !== '') return name.replace(/^refs\/heads\//, '');
  }
  return null;
}
