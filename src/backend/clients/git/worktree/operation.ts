import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

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

/** The branch that an open rebase or bisect will come back to; HEAD is detached meanwhile. */
export async function branchUnderOperation(gitDir: string): Promise<string | null> {
  for (const file of ['rebase-merge/head-name', 'rebase-apply/head-name', 'BISECT_START']) {
    const name = await readFile(join(gitDir, file), 'utf8').catch(() => null);
    if (name !== null) return name.trim().replace(/^refs\/heads\//, '');
  }
  return null;
}
