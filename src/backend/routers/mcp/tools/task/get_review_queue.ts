import { z } from 'zod';
import { loadCaller } from '@/backend/services/agent/load_caller';
import { listReviewQueue, type QueuedReview } from '@/backend/services/review/list_review_queue';
import { defineTool } from '../../define_tool';
import { Offset } from '../../fields';
import { pageText } from '../../page_text';
import { sayChecks } from '../../say_checks';

export const getReviewQueueTool = defineTool({
  server: 'task',
  name: 'get_review_queue',
  description:
    'List the subtasks that wait for your review, first submitted first, with their size, test results and foretold conflicts.',
  roles: ['SUPERVISOR'],
  readOnly: true,
  input: z.strictObject({ offset: Offset }),
  async run({ deps, agent }, { offset }) {
    const { epic } = await loadCaller(deps.store, agent.id);
    const queue = await listReviewQueue(deps, { epicId: epic.id });
    if (queue.length === 0)
      return 'Nothing waits for review. End your turn; you get a mail when a worker submits.';
    return pageText(queue.map(say).join('\n\n'), offset);
  },
});

function say({ task, pullRequest, checks, merge, conflictFiles }: QueuedReview, index: number): string {
  const at = (task.submittedAt ?? task.stateSince).toISOString();
  return [
    `${index + 1}. ${task.id} “${task.title}” (#${pullRequest.number}), submitted ${at}`,
    `   Head ${pullRequest.headSha}: ${pullRequest.commits} commits, ${pullRequest.changedFiles} files, +${pullRequest.additions} -${pullRequest.deletions}`,
    `   ${sayChecks(checks)}`,
    conflictFiles.length === 0
      ? '   Merges without conflicts.'
      : `   Would conflict with the epic branch in: ${conflictFiles.join(', ')}`,
    merge === null
      ? '   Waits for you: look with git.get_diff, then task.approve or task.request_changes.'
      : '   Approved already; the merge queue has it.',
  ].join('\n');
}
