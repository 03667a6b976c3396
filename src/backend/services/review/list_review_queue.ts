import { type Check, listChecks } from '@/backend/resource_accessors/check.accessor';
import { listMerges, type MergeRequest } from '@/backend/resource_accessors/merge_request.accessor';
import { listPullRequests, type PullRequest } from '@/backend/resource_accessors/pull_request.accessor';
import { listTasks } from '@/backend/resource_accessors/read/read_tasks';
import type { Task } from '@/backend/resource_accessors/task.accessor';
import type { Deps } from '../deps';
import { foretellConflicts } from './get_pr_status';

export type QueuedReview = {
  task: Task;
  pullRequest: PullRequest;
  checks: Check[];
  /** Approved already, and waiting for the merge queue. */
  merge: MergeRequest | null;
  conflictFiles: string[];
};

/** What is in REVIEW under an epic, first submitted first, with its evidence. */
export async function listReviewQueue(
  deps: Pick<Deps, 'store' | 'git'>,
  input: { epicId: string },
): Promise<QueuedReview[]> {
  const { store } = deps;
  const tasks = await listTasks(store, { parentId: input.epicId, states: ['REVIEW'], limit: 1000 });
  const taskIds = tasks.map((task) => task.id);
  const [pullRequests, merges] = await Promise.all([
    listPullRequests(store, { taskIds, state: 'OPEN' }),
    listMerges(store, { taskIds, open: true }),
  ]);
  const checks = await listChecks(store, {
    pullRequestIds: pullRequests.map(({ id }) => id),
    shas: pullRequests.map(({ headSha }) => headSha),
  });
  const rows: QueuedReview[] = [];
  for (const task of tasks.sort(bySubmission)) {
    const pullRequest = pullRequests.find(({ taskId }) => taskId === task.id);
    if (!pullRequest) continue;
    rows.push({
      task,
      pullRequest,
      checks: checks.filter(
        ({ pullRequestId, sha }) => pullRequestId === pullRequest.id && sha === pullRequest.headSha,
      ),
      merge: merges.find(({ taskId }) => taskId === task.id) ?? null,
      conflictFiles: (await foretellConflicts(deps, pullRequest)) ?? [],
    });
  }
  return rows;
}

function bySubmission(a: Task, b: Task): number {
  const at = (task: Task) => (task.submittedAt ?? task.stateSince).getTime();
  return at(a) - at(b) || (a.id < b.id ? -1 : 1);
}
