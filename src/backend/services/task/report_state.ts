import { FactoryError } from '@/backend/domain/errors';
import { findLiveAgent } from '@/backend/resource_accessors/agent.accessor';
import { setStateReason, type Task, transitionTask } from '@/backend/resource_accessors/task.accessor';
import { loadCaller } from '../agent/load_caller';
import type { Deps } from '../deps';
import { postMail } from '../mail/post_mail';

export type ReportState = {
  agentId: string;
  state: 'BLOCKED' | 'FAILED' | 'IN_PROGRESS';
  reason: string;
};

/** A worker says that it cannot go on, gives up, or goes on after all. Whoever answers for the task is told. */
export async function reportState(
  deps: Pick<Deps, 'store' | 'newId' | 'notify'>,
  input: ReportState,
): Promise<{ task: Task; changed: boolean; toldHuman: boolean }> {
  return deps.store.write(async (tx) => {
    const { agent, task, project } = await loadCaller(tx, input.agentId);
    const supervisor = task.parentId === null ? null : await findLiveAgent(tx, task.parentId, 'SUPERVISOR');
    const toldHuman = supervisor === null;
    // What blocks it may be something else by now, which whoever answers for it has not heard.
    const isNews = input.state === 'BLOCKED' && task.stateReason !== input.reason;
    if (task.state === input.state && !isNews) return { task, changed: false, toldHuman };
    if (input.state === 'IN_PROGRESS' && task.state === 'REVIEW') {
      throw new FactoryError(
        'FORBIDDEN',
        'Your task is in REVIEW: it is with the reviewer now.',
        'Wait for the answer, which comes as mail. If you found a mistake yourself, commit the fix and call task.create_pr again.',
      );
    }
    const { id, state: expected } = task;
    const { reason } = input;
    const moved =
      expected === input.state
        ? await setStateReason(tx, { id, reason, expected })
        : await transitionTask(tx, { id, to: input.state, actor: 'worker', reason, expected });
    if (input.state !== 'IN_PROGRESS') {
      await postMail(tx, deps.newId, {
        projectId: project.id,
        taskId: task.id,
        kind: 'failure',
        from: { party: 'AGENT', agentId: agent.id, name: agent.tmuxName },
        to: supervisor ? { party: 'AGENT', agentId: supervisor.id } : { party: 'HUMAN' },
        subject: `“${task.title}” ${input.state === 'BLOCKED' ? 'is blocked' : 'failed'}`,
        body: `${input.reason}\n\nTask ${task.id}, branch ${task.branchName}. ${NEXT[input.state][supervisor ? 'supervisor' : 'human']}`,
      });
    }
    if (input.state === 'FAILED') {
      await deps.notify(tx, {
        fact: `task.failed:${task.id}:${tx.now.toISOString()}`,
        kind: 'task_failed',
        projectId: project.id,
        taskId: task.id,
        title: `“${task.title}” failed`,
        body: input.reason,
        forced: true,
      });
    }
    return { task: moved, changed: true, toldHuman };
  });
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
