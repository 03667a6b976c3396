import { branchSha } from '@/backend/clients/git/branch/resolve_ref';
import { deleteRef } from '@/backend/clients/git/branch/update_ref';
import type { GitContext } from '@/backend/clients/git/core/context';
import { keepReachable } from '@/backend/clients/git/rescue/keep_reachable';
import type { Rescue } from '@/backend/clients/git/rescue/rescue';
import { listWorktrees } from '@/backend/clients/git/worktree/list_worktrees';
import { FactoryError } from '@/backend/domain/errors';
import { isOurBranch } from '@/backend/domain/naming';

/** Deletes a branch of ours. Commits that nothing else holds are put under a rescue ref first. */
export async function deleteBranch(
  ctx: GitContext,
  input: { repo: string; branch: string; taskId: string; protect?: readonly string[] },
): Promise<{ deleted: boolean; rescued: Rescue | null }> {
  if (!isOurBranch(input.branch)) {
    throw new FactoryError(
      'FORBIDDEN',
      `The branch ${input.branch} was not made by Factory Factory, so it is not deleted.`,
      `If you want it gone, run: git branch -d ${input.branch}.`,
    );
  }
  const sha = await branchSha(ctx, input);
  if (sha === null) return { deleted: false, rescued: null };
  const ref = `refs/heads/${input.branch}`;
  const holder = (await listWorktrees(ctx, { repo: input.repo })).find((w) => w.branch === input.branch);
  if (holder !== undefined) {
    throw new FactoryError(
      'WRONG_STATE',
      `The branch ${input.branch} is checked out in ${holder.path}.`,
      'Remove that worktree first, or switch it to another branch.',
      { data: { path: holder.path } },
    );
  }
  const rescued = await keepReachable(ctx, { ...input, sha, without: ref });
  await deleteRef(ctx, { repo: input.repo, ref, expected: sha, reason: 'branch deleted' });
  return { deleted: true, rescued };
}
