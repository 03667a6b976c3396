import { FactoryError } from '@/backend/domain/errors';
import { type Agent, findLiveAgent } from '@/backend/resource_accessors/agent.accessor';
import { listUnseen } from '@/backend/resource_accessors/delivery.accessor';
import { countMail } from '@/backend/resource_accessors/mail.accessor';
import { findOpenSession, type Session } from '@/backend/resource_accessors/session.accessor';
import type { Task } from '@/backend/resource_accessors/task.accessor';
import type { Deps } from '../deps';
import { loadCaller } from './load_caller';
import { reachTask } from './reach_task';

export type AgentStatus = {
  agent: Agent;
  task: Task;
  session: Session | null;
  unreadMail: number;
  undelivered: number;
};

/** How the agent itself stands, or, for a supervisor, the worker of one of its subtasks. */
export async function getStatus(
  deps: Pick<Deps, 'store'>,
  input: { agentId: string; taskId?: string | undefined },
): Promise<AgentStatus> {
  const { store } = deps;
  const caller = await loadCaller(store, input.agentId);
  const task = await reachTask(store, caller, input.taskId);
  const agent = task.id === caller.task.id ? caller.agent : await findLiveAgent(store, task.id, 'WORKER');
  if (!agent) {
    throw new FactoryError(
      'WRONG_STATE',
      `“${task.title}” is ${task.state} and has no worker ${task.state === 'PENDING' ? 'yet' : 'any more'}.`,
      task.state === 'PENDING'
        ? 'It gets one when there is room.'
        : 'Call agent.get_task to see its outcome.',
    );
  }
  const [session, unreadMail, unseen] = await Promise.all([
    findOpenSession(store, agent.id),
    countMail(store, { toAgentId: agent.id, unseen: true }),
    listUnseen(store, agent.id),
  ]);
  return { agent, task, session, unreadMail, undelivered: unseen.length };
}
