import { type Check, listChecks } from '@/backend/resource_accessors/check.accessor';
import { listMerges, type MergeRequest } from '@/backend/resource_accessors/merge_request.accessor';
import { getProject } from '@/backend/resource_accessors/project.accessor';
import { findPullRequest, type PullRequest } from '@/backend/resource_accessors/pull_request.accessor';
import { listReviews, type Review } from '@/backend/resource_accessors/review.accessor';
import { getTask, type Task } from '@/backend/resource_accessors/task.accessor';
import type { Deps } from '../deps';
import { baseOf } from '../worktree/base_of';

export type PrStatus = {
  task: Task;
  pullRequest: PullRequest | null;
  /** Null when it is merged or closed, or one of its branches is gone. */
  mergeable: boolean | null;
  conflictFiles: string[];
  reviews: Review[];
  /** Of the head that is up for review. */
  checks: Check[];
  /** Its newest place in the merge queue. */
  merge: MergeRequest | null;
};

/** Everything that is known of a task's pull request, with conflicts worked out against the base as it is now. */
export async function getPrStatus(
  deps: Pick<Deps, 'store' | 'git'>,
  input: { taskId: string },
): Promise<PrStatus> {
  const { store } = deps;
  const task = await getTask(store, input.taskId);
  const pullRequest = await findPullRequest(store, task.id);
  const merges = await listMerges(store, { taskIds: [task.id] });
  const merge = merges.at(-1) ?? null;
  if (pullRequest === null) {
    return { task, pullRequest, mergeable: null, conflictFiles: [], reviews: [], checks: [], merge };
  }
  const [reviews, checks, foretold] = await Promise.all([
    listReviews(store, pullRequest.id),
    listChecks(store, { pullRequestIds: [pullRequest.id], shas: [pullRequest.headSha] }),
    foretellConflicts(deps, pullRequest),
  ]);
  return {
    task,
    pullRequest,
    mergeable: foretold === null ? null : foretold.length === 0,
    conflictFiles: foretold ?? [],
    reviews,
    checks,
    merge,
  };
}

/** The files that merging now would conflict in; null when it cannot be merged at all. */
export async function foretellConflicts(
  deps: Pick<Deps, 'store' | 'git'>,
  pullRequest: PullRequest,
): Promise<string[] | null> {
  if (pullRequest.state !== 'OPEN') return null;
  const { repoPath: repo } = await getProject(deps.store, pullRequest.projectId);
  const { baseBranch: branch, baseSha: began } = pullRequest;
  const base = (await baseOf(deps, { repo, branch, began }))?.sha ?? null;
  const head = await deps.git.resolveRef({ repo, ref: pullRequest.headSha });
  if (base === null || head === null) return null;
  // Worked out before, against this very base.
  if (base === pullRequest.baseSha) return pullRequest.conflictFiles;
  const merged = await deps.git.speculateMerge({ repo, ours: base, theirs: head });
  return merged.clean ? [] : merged.files;
}
