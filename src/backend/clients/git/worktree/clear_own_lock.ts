import type { GitContext } from '@/backend/clients/git/core/context';
import { canonical, locateGitDir } from '@/backend/clients/git/core/git_dir';
import { clearStaleLocks } from '@/backend/clients/git/core/stale_lock';
import { branchIn, branchUnderOperation } from '@/backend/clients/git/worktree/operation';

const OUR_BRANCHES = 'factoryfactory/';

/** Takes abandoned locks away from a worktree of ours. In anybody else's checkout they are left alone. */
export async function clearOwnLock(ctx: GitContext, input: { worktree: string }): Promise<string | null> {
  const place = locateGitDir(input.worktree);
  if (place === null || !place.linked) return null;
  const branch = (await branchIn(place.gitDir)) ?? (await branchUnderOperation(place.gitDir));
  if (branch?.startsWith(OUR_BRANCHES) !== true) return null;
  return clearStaleLocks(ctx, {
    worktree: canonical(input.worktree),
    gitDir: place.gitDir,
    branch: { commonDir: place.commonDir, name: branch },
  });
}
