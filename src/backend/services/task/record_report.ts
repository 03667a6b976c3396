import { isBlockedTooOften, MOST_BLOCKS } from '@/backend/domain/task/blocked_too_often';
import { type Agent, findLiveAgent } from '@/backend/resource_accessors/agent.accessor';
import { listExecutions } from '@/backend/resource_accessors/execution.accessor';
import type { Tx } from '@/backend/resource_accessors/store/store';
import { setStateReason, type Task, transitionTask } from '@/backend/resource_accessors/task.accessor';
import type { Deps } from '../deps';
import { postMail } from '../mail/post_mail';

type Report = {
  agent: Agent;
  task: Task;
  state: 'BLOCKED' | 'FAILED' | 'IN_PROGRESS';
  reason: string;
};

/** Takes down what a worker says of its task, and tells whoever answers for it. */
export async function recordReport(
  tx: Tx,
  deps: Pick<Deps, 'newId' | 'notify'>,
  report: Report,
): Promise<Task> {
  const { agent, task } = report;
  const { state, reason } = (await goesInCircles(tx, report))
    ? {
        state: 'FAILED' as const,
        reason: `It was blocked ${MOST_BLOCKS} times within an hour, whatever it was answered. The last time: ${report.reason}`,
      }
    : report;
  const { id, state: expected } = task;
  const moved =
    expected === state
      ? await setStateReason(tx, { id, reason, expected })
      : await transitionTask(tx, { id, to: state, actor: 'worker', reason, expected });
  if (state === 'IN_PROGRESS') return moved;
  const supervisor = task.parentId === null ? null : await findLiveAgent(tx, task.parentId, 'SUPERVISOR');
  await postMail(tx, deps.newId, {
    projectId: task.projectId,
    taskId: id,
    kind: 'failure',
    from: { party: 'AGENT', agentId: agent.id, name: agent.tmuxName },
    to: supervisor ? { party: 'AGENT', agentId: supervisor.id } : { party: 'HUMAN' },
    subject: `“${task.title}” ${state === 'BLOCKED' ? 'is blocked' : 'failed'}`,
    body: `${reason}\n\nTask ${id}, branch ${task.branchName}. ${NEXT[state][supervisor ? 'supervisor' : 'human']}`,
  });
  if (state === 'FAILED') {
    await deps.notify(tx, {
      fact: `task.failed:${id}:${tx.now.toISOString()}`,
      kind: 'task_failed',
      projectId: task.projectId,
      taskId: id,
      title: `“${task.title}” failed`,
      body: reason,
      forced: true,
    });
  }
  return moved;
}

/** Only where an agent answers it: a person who answers knows how often they did. */
async function goesInCircles(tx: Tx, { agent, task, state }: Report): Promise<boolean> {
  if (state !== 'BLOCKED' || task.state !== 'IN_PROGRESS' || task.parentId === null) return false;
  const attempts = await listExecutions(tx, { taskIds: [task.id] });
  return isBlockedTooOften(attempts, { at: tx.now, forgivenAt: agent.crashesForgivenAt });
}

const NEXT = {
  BLOCKED: {
    supervisor:
      'Answer this mail with what the worker needs; it goes on from there. If it is not to be done after all, call task.cancel.',
    human: 'Answer this mail with what the worker needs; it goes on from there.',
  },
  FAILED: {
    supervisor:
      'Its work is kept on that branch. If the epic needs it: task.retry with what to do differently, or task.create for another way. If not: task.cancel.',
    human: 'Its work is kept on that branch. Retry it with a word on what to do differently, or cancel it.',
  },
} as const;
