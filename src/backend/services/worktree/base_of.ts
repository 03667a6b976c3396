import { fetchedRef } from '@/backend/clients/git/remote/fetch';
import { isOurBranch } from '@/backend/domain/naming';
import type { Deps } from '../deps';

export const REMOTE = 'origin';

export type Base = {
  sha: string;
  /** It is the remote's, as it was when it was last asked. */
  newer: boolean;
  /** The other of the two, where both have commits that the other has not. */
  diverged: string | null;
};

/**
 * What work for a branch begins from and is measured against: the owner's own, or the remote's as it was last fetched
 * where that has everything of it and more. The owner's is not moved for that. Work that began from commits which only the
 * remote has stays the remote's when the owner goes on without them: they are not its own. Null when there is no such
 * branch.
 */
export async function baseOf(
  deps: Pick<Deps, 'git'>,
  { repo, branch, began }: { repo: string; branch: string; began: string | null },
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
  if (await deps.git.isAncestor({ repo, ancestor: there, descendant: own })) return here;
  const has = (descendant: string) => deps.git.isAncestor({ repo, ancestor: began ?? own, descendant });
  const [ownHas, thereHas] = await Promise.all([has(own), has(there)]);
  return thereHas && !ownHas ? { sha: there, newer: true, diverged: own } : { ...here, diverged: there };
}
