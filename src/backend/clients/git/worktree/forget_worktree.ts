import { rmdir } from 'node:fs/promises';
import type { GitContext } from '@/backend/clients/git/core/context';
import type { Rescue } from '@/backend/clients/git/rescue/rescue';
import { rescueStaged } from '@/backend/clients/git/rescue/rescue_work';
import { adminDirOf } from '@/backend/clients/git/worktree/admin_dir';
import type { Worktree } from '@/backend/clients/git/worktree/list_worktrees';
import { FactoryError } from '@/backend/domain/errors';

/** Drops git's entry of a worktree whose folder is gone. What was staged or only on its HEAD is kept first. */
export async function forgetWorktree(
  ctx: GitContext,
  input: { repo: string; taskId: string; worktree: Worktree; protect?: readonly string[] },
): Promise<Rescue | null> {
  const { worktree } = input;
  if (worktree.locked !== null && worktree.locked !== 'initializing') throw lockedError(worktree);
  const adminDir = await adminDirOf({ repo: input.repo, path: worktree.path });
  const rescued = adminDir === null ? null : await rescueStaged(ctx, { ...input, adminDir });
  // git drops the entry of a missing folder but not of an empty one.
  await rmdir(worktree.path).catch(() => {});
  await ctx.execute({
    cwd: input.repo,
    args: ['worktree', 'remove', '--force', '--force', worktree.path],
    writes: true,
  });
  return rescued;
}

export function lockedError(worktree: Worktree): FactoryError {
  return new FactoryError(
    'WRONG_STATE',
    `The worktree ${worktree.path} is locked${worktree.locked ? ` (${worktree.locked})` : ''}.`,
    `Unlock it first: git worktree unlock ${worktree.path}.`,
    { data: { path: worktree.path } },
  );
}
