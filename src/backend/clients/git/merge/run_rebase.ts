import { statfs } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { headSha } from '@/backend/clients/git/branch/resolve_ref';
import type { GitAnswer, GitCommand } from '@/backend/clients/git/core/command';
import type { GitContext } from '@/backend/clients/git/core/context';
import { gitFailure, redact } from '@/backend/clients/git/core/failure';
import { requireLinkedWorktree } from '@/backend/clients/git/core/git_dir';
import { splitNul } from '@/backend/clients/git/core/records';
import { removeRebaseMark, writeRebaseMark } from '@/backend/clients/git/merge/rebase_mark';
import {
  isUntouched,
  type TakenBack,
  takeBackRebase,
  untrackedIn,
} from '@/backend/clients/git/merge/take_back_rebase';
import { identityEnv } from '@/backend/clients/git/repository/identity_env';
import type { Rescue } from '@/backend/clients/git/rescue/rescue';
import { rebaseIn } from '@/backend/clients/git/worktree/operation';
import { FactoryError, messageOf } from '@/backend/domain/errors';

/** Somebody wrote in the folder since it was looked at: it is theirs as it is. */
const NOT_BEGUN = /cannot rebase: (?:You have unstaged changes|Your index contains uncommitted changes)/;

const ROOM_TRIES = 40;
const ROOM_PAUSE_MS = 500;
const ROOM_BYTES = 4 * 1024 * 1024;

export type Rebased =
  | { status: 'clean'; head: string }
  | { status: 'conflict'; files: string[]; rebaseOpen: true };

type RebaseRun = {
  worktree: string;
  taskId: string;
  args: readonly string[];
  /** Where it leads from and to, as far as that is known. */
  branch: string | null;
  onto: string | null;
};

/** One step of `git rebase` to an end that is one: done, stopped at a conflict, or as if it had never been. */
export async function runRebase(ctx: GitContext, input: RebaseRun): Promise<Rebased> {
  const { worktree, branch, onto } = input;
  const { gitDir } = requireLinkedWorktree(worktree);
  const command: GitCommand = {
    cwd: worktree,
    args: ['rebase', ...input.args],
    env: await identityEnv(ctx, { repo: worktree }),
    // Killed, by a person or for want of memory, is an answer too.
    answers: [0, 1, 128, -1],
    writes: true,
  };
  const mark = { branch, onto, untracked: await untrackedIn(ctx, worktree) };
  await writeRebaseMark(gitDir, mark);
  const answer = await ctx.execute(command);
  const open = await rebaseIn(gitDir);
  const files = open === 'stopped' && answer.code === 1 ? await unmergedFiles(ctx, worktree) : [];
  const head = await headSha(ctx, { path: worktree });
  const isDone = answer.code === 0 && open === null;
  if (files.length > 0 || (isDone && head !== null)) await removeRebaseMark(gitDir);
  if (files.length > 0) return { status: 'conflict', files, rebaseOpen: true };
  if (isDone && head !== null) return { status: 'clean', head };
  const why = (await isFull(worktree)) ? diskFull(worktree, answer) : whyNot(command, answer);
  if (NOT_BEGUN.test(answer.stderr) || (open === null && (await isUntouched(ctx, { worktree, mark })))) {
    await removeRebaseMark(gitDir);
    throw why;
  }
  const { rescued } = await takeBackOnceThereIsRoom(ctx, input);
  throw takenBack(why, rescued);
}

/** Left as it is, the folder would be full of changes that nobody made, and the next commit would take them for work. */
async function takeBackOnceThereIsRoom(ctx: GitContext, input: RebaseRun): Promise<TakenBack> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await takeBackRebase(ctx, input);
    } catch (thrown) {
      if (attempt === ROOM_TRIES || !(await isFull(input.worktree))) {
        throw new FactoryError(
          'UNAVAILABLE',
          `A rebase in ${input.worktree} failed half way and could not be taken back yet: ${messageOf(thrown)}`,
          'See to it that there is room on the disk, then rebase again: it is taken back first. Until then change and commit nothing in that folder.',
          { cause: thrown },
        );
      }
    }
    await sleep(ROOM_PAUSE_MS);
  }
}

async function isFull(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize < ROOM_BYTES;
}

/** Git often leaves out why it could not write. */
function diskFull(worktree: string, { stderr }: GitAnswer): FactoryError {
  return new FactoryError(
    'UNAVAILABLE',
    `The disk is full, so the rebase in ${worktree} failed (${redact(stderr.trim()).slice(-500)}).`,
    'Try again when there is room on the disk.',
  );
}

function takenBack(why: FactoryError, rescued: Rescue | null): FactoryError {
  const kept = rescued === null ? '' : `; what was in the folder is kept under ${rescued.ref}`;
  return new FactoryError(
    why.code,
    `${why.message} The rebase was taken back, and the branch is where it was${kept}.`,
    why.next,
    { cause: why, data: why.data },
  );
}

export async function unmergedFiles(ctx: GitContext, worktree: string): Promise<string[]> {
  const { stdout } = await ctx.execute({
    cwd: worktree,
    args: ['diff', '--name-only', '--diff-filter=U', '--no-ext-diff', '-z'],
  });
  return [...new Set(splitNul(stdout))];
}

function whyNot(command: GitCommand, answer: GitAnswer): FactoryError {
  const blocked = answer.stderr.match(
    /untracked working tree files would be overwritten[^\n]*\n((?:\t.+\n?)+)/,
  );
  if (NOT_BEGUN.test(answer.stderr)) return justChanged(command.cwd);
  if (blocked === null) return gitFailure(command, answer);
  const files = (blocked[1] ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return new FactoryError(
    'WRONG_STATE',
    `Untracked files are in the way of the rebase: ${files.slice(0, 5).join(', ')}.`,
    'Commit, move or delete them first.',
    { data: { files } },
  );
}

function justChanged(worktree: string): FactoryError {
  return new FactoryError(
    'WRONG_STATE',
    `Files in ${worktree} were changed just now, so it was not rebased.`,
    'Commit them first, then rebase.',
  );
}
