import { isAncestor } from '@/backend/clients/git/branch/compare';
import { headSha, requireCommit } from '@/backend/clients/git/branch/resolve_ref';
import type { GitContext } from '@/backend/clients/git/core/context';
import { requireLinkedWorktree } from '@/backend/clients/git/core/git_dir';
import { readRebaseMark } from '@/backend/clients/git/merge/rebase_mark';
import { type Rebased, runRebase, unmergedFiles } from '@/backend/clients/git/merge/run_rebase';
import { type TakenBack, takeBackRebase } from '@/backend/clients/git/merge/take_back_rebase';
import { keepReplaced } from '@/backend/clients/git/rescue/keep_replaced';
import { howToEnd, rebaseIn, rebaseNote } from '@/backend/clients/git/worktree/operation';
import { worktreeStatus } from '@/backend/clients/git/worktree/worktree_status';
import { FactoryError } from '@/backend/domain/errors';

type Place = { worktree: string; taskId: string };

/** Puts the worktree's branch on top of `onto`. On a conflict the rebase stays open for the agent to resolve. */
export function rebase(ctx: GitContext, input: Place & { onto: string }): Promise<Rebased> {
  return ctx.alone(input.worktree, async () => {
    requireLinkedWorktree(input.worktree);
    const onto = await requireCommit(ctx, { repo: input.worktree, ref: input.onto });
    const branch = await requireReady(ctx, input.worktree);
    const head = await headSha(ctx, { path: input.worktree });
    const place = { repo: input.worktree };
    const isOnTop = head === null || (await isAncestor(ctx, { ...place, ancestor: onto, descendant: head }));
    if (!isOnTop) await keepReplaced(ctx, { ...place, sha: head });
    return runRebase(ctx, {
      ...input,
      branch,
      onto,
      args: ['--merge', '--no-autostash', '--no-fork-point', '--empty=drop', onto],
    });
  });
}

/** Goes on with an open rebase whose conflicts have been resolved and added. */
export function continueRebase(ctx: GitContext, input: Place): Promise<Rebased> {
  return ctx.alone(input.worktree, async () => {
    const gitDir = await requireOpenRebase(input.worktree);
    const status = await worktreeStatus(ctx, { path: input.worktree });
    const files = await unmergedFiles(ctx, input.worktree);
    if (files.length > 0) return { status: 'conflict', files, rebaseOpen: true };
    requireAdded(input.worktree, status.unstaged.paths);
    const onto = await rebaseNote(gitDir, 'onto');
    return runRebase(ctx, {
      ...input,
      branch: status.operationBranch,
      onto,
      args: ['--continue'],
    });
  });
}

/** Gives an open rebase up, whatever state it is in. Resolutions made so far would be lost with it, so they are saved first. */
export function abortRebase(ctx: GitContext, input: Place): Promise<TakenBack> {
  return ctx.alone(input.worktree, async () => {
    const { gitDir } = requireLinkedWorktree(input.worktree);
    if ((await readRebaseMark(gitDir)) === null) await requireOpenRebase(input.worktree);
    return takeBackRebase(ctx, input);
  });
}

/** The branch that is to be rebased, when nothing stands in the way of that. */
async function requireReady(ctx: GitContext, worktree: string): Promise<string> {
  const status = await worktreeStatus(ctx, { path: worktree });
  if (status.operation !== null) {
    throw new FactoryError(
      'WRONG_STATE',
      `A ${status.operation} is already open in ${worktree}.`,
      howToEnd(status.operation),
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
  if (dirty.length === 0) return status.branch;
  throw new FactoryError(
    'WRONG_STATE',
    `There are uncommitted changes in ${worktree} (${[...new Set(dirty)].slice(0, 5).join(', ')}).`,
    'Commit them first, then rebase.',
    { data: { files: dirty } },
  );
}

/** Git refuses to go on beside changes that are not added, and what it refuses must not cost the resolution. */
function requireAdded(worktree: string, files: readonly string[]): void {
  if (files.length === 0) return;
  throw new FactoryError(
    'WRONG_STATE',
    `There are changes in ${worktree} that are not added (${files.slice(0, 5).join(', ')}).`,
    'git add what belongs to the resolution, git restore the rest, then go on.',
    { data: { files } },
  );
}

async function requireOpenRebase(worktree: string): Promise<string> {
  const { gitDir } = requireLinkedWorktree(worktree);
  if ((await rebaseIn(gitDir)) !== null) return gitDir;
  throw new FactoryError(
    'WRONG_STATE',
    `No rebase is open in ${worktree}.`,
    'There is nothing to go on with or to give up.',
  );
}
