import { FactoryError } from '@/backend/domain/errors';
import type { Measured } from '@/backend/resource_accessors/pull_request.accessor';
import type { Deps } from '../deps';
import { baseOf } from '../worktree/base_of';

/** What a pull request says of its two ends, worked out without a checkout. */
export async function measure(
  deps: Pick<Deps, 'git'>,
  input: { repo: string; baseBranch: string; headSha: string; began: string | null },
): Promise<Measured> {
  const { repo, headSha, began } = input;
  const found = await baseOf(deps, { repo, branch: input.baseBranch, began });
  if (found === null) {
    throw new FactoryError(
      'NOT_FOUND',
      `The branch ${input.baseBranch}, which this work is for, does not exist any more.`,
      "The human names the branch that has taken its place as the default branch in the project's settings, or restores it (git branch <name> <commit>); an agent asks for that with mail.send.",
    );
  }
  const { sha: baseSha } = found;
  const range = { repo, base: baseSha, head: headSha };
  const [{ ahead }, stat, merged] = await Promise.all([
    deps.git.aheadBehind(range),
    deps.git.diffStat(range),
    deps.git.speculateMerge({ repo, ours: baseSha, theirs: headSha }),
  ]);
  return {
    headSha,
    baseSha,
    commits: ahead,
    changedFiles: stat.files,
    additions: stat.additions,
    deletions: stat.deletions,
    conflictFiles: merged.clean ? [] : merged.files,
  };
}
