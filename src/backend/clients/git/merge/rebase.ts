import { isAncestor } from '@/backend/clients/git/branch/compare';
import { headSha, requireCommit } from '@/backend/clients/git/branch/resolve_ref';
import type { GitAnswer, GitCommand } from '@/backend/clients/git/core/command';
import type { GitContext } from '@/backend/clients/git/core/context';
import { gitFailure } from '@/backend/clients/git/core/failure';
import { requireLinkedWorktree } from '@/backend/clients/git/core/git_dir';
import { splitNul } from '@/backend/clients/git/core/records';
import { identityEnv } from '@/backend/clients/git/repository/identity_env';
import { keepReplaced } from '@/backend/clients/git/rescue/keep_replaced';
import type { Rescue } from '@/backend/clients/git/rescue/rescue';
import { rescueWork } from '@/backend/clients/git/rescue/rescue_work';
import { operationIn } from '@/backend/clients/git/worktree/operation';
import { worktreeStatus } from '@/backend/clients/git/worktree/worktree_status';
import { FactoryError } from '@/backend/domain/errors';

export type Rebased =
  | { status: 'clean'; head: string }
  | { status: 'conflict'; files: string[]; rebaseOpen: true };

/** Puts the worktree's branch on top of `onto`. On a conflict the rebase stays open for the agent to resolve. */
export async function rebase(ctx: GitContext, input: { worktree: string; onto: string }): Promise<Rebased> {
  await requireLinkedWorktree(input.worktree);
  const onto = await requireCommit(ctx, { repo: input.worktree, ref: input.onto });
  await assertReady(ctx, input.worktree);
  const head = await headSha(ctx, { path: input.worktree });
  const place = { repo: input.worktree };
  const isOnTop = head === null || (await isAncestor(ctx, { ...place, ancestor: onto, descendant: head }));
  if (!isOnTop) await keepReplaced(ctx, { ...place, sha: head });
  return runRebase(ctx, input.worktree, [
    '--merge',
    '--no-autostash',
    '--no-fork-point',
    '--empty=drop',
    onto,
  ]);
}

/** Goes on with an open rebase whose conflicts have been resolved and added. */
export async function continueRebase(ctx: GitContext, input: { worktree: string }): Promise<Rebased> {
  await requireOpenRebase(input.worktree);
  const files = await unmergedFiles(ctx, input.worktree);
  if (files.length > 0) return { status: 'conflict', files, rebaseOpen: true };
  return runRebase(ctx, input.worktree, ['--continue']);
}

/** Gives an open rebase up. Resolutions made so far would be lost with it, so they are saved first. */
export async function abortRebase(
  ctx: GitContext,
  input: { worktree: string; taskId: string },
): Promise<{ head: string | null; rescued: Rescue | null }> {
  await requireOpenRebase(input.worktree);
  const rescued = await rescueWork(ctx, input);
  await ctx.execute({ cwd: input.worktree, args: ['rebase', '--abort'], writes: true });
  return { head: await headSha(ctx, { path: input.worktree }), rescued };
}

async function runRebase(ctx: GitContext, worktree: string, args: readonly string[]): Promise<Rebased> {
  const { gitDir } = await requireLinkedWorktree(worktree);
  const command: GitCommand = {
    cwd: worktree,
    args: ['rebase', ...args],
    env: await identityEnv(ctx, { repo: worktree }),
    answers: [0, 1, 128],
    writes: true,
  };
  const answer = await ctx.execute(command);
  const open = (await operationIn(gitDir)) === 'rebase';
  const files = open ? await unmergedFiles(ctx, worktree) : [];
  if (files.length > 0) return { status: 'conflict', files, rebaseOpen: true };
  const head = await headSha(ctx, { path: worktree });
  if (answer.code === 0 && !open && head !== null) return { status: 'clean', head };
  if (open) await ctx.execute({ cwd: worktree, args: ['rebase', '--abort'], writes: true });
  throw whyNot(command, answer);
}

async function assertReady(ctx: GitContext, worktree: string): Promise<void> {
  const status = await worktreeStatus(ctx, { path: worktree });
  if (status.operation !== null) {
    throw new FactoryError(
      'WRONG_STATE',
      `A ${status.operation} is already open in ${worktree}.`,
      `Finish it (git ${status.operation} --continue) or give it up first.`,
    );
  }
  if (status.branch === null) {
    throw new FactoryError(
      'WRONG_STATE',
      `${worktree} is on no branch.`,
      "Switch back to the task's branch first.",
    );
  }
  const dirty = [...status.staged.paths, ...status.unstaged.paths];
  if (dirty.length === 0) return;
  throw new FactoryError(
    'WRONG_STATE',
    `There are uncommitted changes in ${worktree} (${[...new Set(dirty)].slice(0, 5).join(', ')}).`,
    'Commit them first, then rebase.',
    { data: { files: dirty } },
  );
}

async function requireOpenRebase(worktree: string): Promise<void> {
  const { gitDir } = await requireLinkedWorktree(worktree);
  if ((await operationIn(gitDir)) === 'rebase') return;
  throw new FactoryError(
    'WRONG_STATE',
    `No rebase is open in ${worktree}.`,
    'There is nothing to go on with or to give up.',
  );
}

async function unmergedFiles(ctx: GitContext, worktree: string): Promise<string[]> {
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
