import { fetchedRef } from '@/backend/clients/git/remote/fetch';
import { isOurBranch } from '@/backend/domain/naming';
import type { Deps } from '../deps';

export const REMOTE = 'origin';

export type Base = {
  sha: string;
  /** What the remote had when it was last asked, where that is newer than the owner's own branch, which this is then. */
  newer: boolean;
  /** The remote's commit, where both have some that the other has not. */
  diverged: string | null;
};

/**
 * What work for a branch begins from and is measured against: the owner's own, or the remote's as it was last fetched
 * where that has everything of it and more. The owner's is not moved for that. Null when there is no such branch.
 */
export async function baseOf(
  deps: Pick<Deps, 'git'>,
  { repo, branch }: { repo: string; branch: string },
): Promise<Base | null> {
  const [own, there] = await Promise.all([
    deps.git.branchSha({ repo, branch }),
    isOurBranch(branch)
      ? null
      : deps.git.resolveRef({ repo, ref: fetchedRef({ remote: REMOTE, branch }) }).catch(() => null),
  ]);
  if (own === null) return null;
  const here = { sha: own, newer: false, diverged: null };
  if (there === null || there === own) return here;
  if (await deps.git.isAncestor({ repo, ancestor: own, descendant: there }))
    return { sha: there, newer: true, diverged: null };
  const behind = await deps.git.isAncestor({ repo, ancestor: there, descendant: own });
  return behind ? here : { ...here, diverged: there };
}
