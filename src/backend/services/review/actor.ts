import { FactoryError } from '@/backend/domain/errors';
import type { Db } from '@/backend/resource_accessors/store/store';
import { getTask, type Task } from '@/backend/resource_accessors/task.accessor';
import { loadCaller } from '../agent/load_caller';
import { reachSubtask } from '../agent/reach_task';
import type { Sender } from '../mail/post_mail';

/** Who judges a piece of work. */
export type Actor = { kind: 'agent'; agentId: string } | { kind: 'human' };

export type Judge = {
  task: Task;
  sender: Sender;
  as: 'supervisor' | 'human';
  party: { party: 'AGENT' | 'HUMAN'; agentId: string | null };
};

/** The task, if this actor may judge it: the human any, a supervisor the subtasks of its own epic, nobody their own. */
export async function requireJudge(db: Db, actor: Actor, taskId: string): Promise<Judge> {
  if (actor.kind === 'human') {
    const task = await getTask(db, taskId);
    return {
      task,
      sender: { party: 'HUMAN' },
      as: 'human',
      party: { party: 'HUMAN', agentId: null },
    };
  }
  const caller = await loadCaller(db, actor.agentId);
  if (caller.agent.role !== 'SUPERVISOR') {
    throw new FactoryError(
      'FORBIDDEN',
      'Only the supervisor of the epic or the human judges work.',
      'Submit your own work with task.create_pr and wait for the answer.',
    );
  }
  return {
    task: await reachSubtask(db, caller, taskId),
    sender: { party: 'AGENT', agentId: caller.agent.id, name: caller.agent.tmuxName },
    as: 'supervisor',
    party: { party: 'AGENT', agentId: caller.agent.id },
  };
}
