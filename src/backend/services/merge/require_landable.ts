import { FactoryError } from '@/backend/domain/errors';
import type { PullRequest } from '@/backend/resource_accessors/pull_request.accessor';
import type { Task } from '@/backend/resource_accessors/task.accessor';

/** A final pull request that is open and handed in. */
export function requireLandable(pullRequest: PullRequest, task: Task): void {
  if (pullRequest.kind !== 'FINAL') {
    throw new FactoryError(
      'WRONG_STATE',
      `#${pullRequest.number} is the work of one subtask; the merge queue merges it.`,
      'Approve the task instead.',
    );
  }
  if (pullRequest.state === 'OPEN' && (task.state === 'REVIEW' || task.state === 'COMPLETED')) return;
  throw new FactoryError(
    'WRONG_STATE',
    pullRequest.state === 'OPEN'
      ? `“${task.title}” is ${task.state}: its agents are working on it again.`
      : `#${pullRequest.number} is closed.`,
    'Wait until it is handed in again, then merge it.',
    { data: { state: task.state } },
  );
}
