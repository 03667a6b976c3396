import { leftOutOf } from '@/backend/domain/task/left_out_of';
import type { PullRequest } from '@/backend/resource_accessors/pull_request.accessor';
import { listSubtree } from '@/backend/resource_accessors/read/read_tasks';
import type { Tx } from '@/backend/resource_accessors/store/store';
import type { Task } from '@/backend/resource_accessors/task.accessor';
import { describeLeftOut } from '@/shared/left_out';
import type { Deps } from '../deps';
import { postMail, type Sender } from '../mail/post_mail';

/** Tells the human that the whole of it is waiting for them. */
export async function announceFinal(
  tx: Tx,
  deps: Pick<Deps, 'newId' | 'notify'>,
  input: { task: Task; pullRequest: PullRequest; from: Sender; evidence: string },
): Promise<void> {
  const { task, pullRequest } = input;
  const [, ...subtasks] = await listSubtree(tx, task.id);
  const missing = describeLeftOut(leftOutOf(subtasks));
  const conflicts =
    pullRequest.conflictFiles.length === 0
      ? ''
      : `\n\nIt conflicts with ${pullRequest.baseBranch} in: ${pullRequest.conflictFiles.join(', ')}.`;
  await postMail(tx, deps.newId, {
    projectId: task.projectId,
    taskId: task.id,
    kind: 'completion',
    from: input.from,
    to: { party: 'HUMAN' },
    subject: `“${task.title}” is ready for you (#${pullRequest.number})`,
    body: `${pullRequest.body}\n\n${input.evidence}${conflicts}`.trim(),
  });
  await deps.notify(tx, {
    fact: `final_pr:${pullRequest.id}:${pullRequest.headSha}`,
    kind: 'final_pr',
    projectId: task.projectId,
    taskId: task.id,
    title: `${task.title} is ready for review`,
    body: `Pull request #${pullRequest.number}: ${pullRequest.changedFiles} ${pullRequest.changedFiles === 1 ? 'file' : 'files'}, +${pullRequest.additions} −${pullRequest.deletions}.${missing === null ? '' : ` ${missing}`}`,
    forced: false,
  });
}
