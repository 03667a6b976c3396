import { type PullRequest, updatePullRequest } from '@/backend/resource_accessors/pull_request.accessor';
import type { Tx } from '@/backend/resource_accessors/store/store';
import { getTask, transitionTask } from '@/backend/resource_accessors/task.accessor';
import { tellDoer } from '../review/tell';
import type { MergeDeps } from './queue';

/** A real conflict: only its worker can say which side is right, so it is told all there is to know. */
export async function blockConflict(
  tx: Tx,
  deps: Pick<MergeDeps, 'newId'>,
  input: { pullRequest: PullRequest; tip: string; files: string[]; others: string[] },
): Promise<void> {
  const { pullRequest, tip, files, others } = input;
  const { id, headSha, baseBranch, taskId } = pullRequest;
  await updatePullRequest(tx, id, { baseSha: tip, conflictFiles: files });
  const task = await getTask(tx, taskId);
  const reason = `It conflicts with ${baseBranch} in ${files.join(', ')}.`;
  await transitionTask(tx, { id: taskId, to: 'BLOCKED', actor: 'system', reason, expected: 'REVIEW' });
  await tellDoer(tx, deps.newId, task, {
    kind: 'rebase_request',
    subject: `Rebase needed: “${task.title}” (#${pullRequest.number})`,
    body: [
      `Your work (${headSha}) conflicts with ${baseBranch} (now ${tip}) in:\n${list(files)}`,
      others.length === 0 ? '' : `What came in there meanwhile:\n${list(others)}`,
      'Call git.rebase, resolve each file so that both changes hold, run the tests, and call task.create_pr again.',
    ]
      .filter((part) => part !== '')
      .join('\n\n'),
  });
}

function list(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join('\n');
}
