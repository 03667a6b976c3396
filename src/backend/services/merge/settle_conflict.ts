import type { MergeRequest } from '@/backend/resource_accessors/merge_request.accessor';
import { updateMerge } from '@/backend/resource_accessors/merge_request.accessor';
import { getPullRequest } from '@/backend/resource_accessors/pull_request.accessor';
import { findTaskAnyway } from '@/backend/resource_accessors/task.accessor';
import { blockConflict } from './block_conflict';
import { whatOthersDid } from './foresee';
import type { MergeDeps, Queue } from './queue';

/** An approved task that cannot be merged as it is leaves the line and goes back to its worker. */
export async function settleConflict(
  deps: MergeDeps,
  queue: Queue,
  input: { member: MergeRequest; files: string[] },
): Promise<void> {
  const { member, files } = input;
  const { tip } = queue;
  const others = await whatOthersDid(deps, queue, { tip, headSha: member.approvedSha, files });
  await deps.store.write(async (tx) => {
    const change = {
      state: 'CONFLICT' as const,
      conflictFiles: files,
      reason: `It conflicts in ${files.join(', ')}.`,
      batchId: null,
    };
    if (!(await updateMerge(tx, { id: member.id, expected: 'QUEUED', change }))) return;
    const task = await findTaskAnyway(tx, member.taskId);
    if (task?.state !== 'REVIEW') return;
    const pullRequest = await getPullRequest(tx, member.pullRequestId);
    await blockConflict(tx, deps, { pullRequest, tip, files, others });
  });
}
