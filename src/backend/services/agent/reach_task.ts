import { FactoryError } from '@/backend/domain/errors';
import type { Db } from '@/backend/resource_accessors/store/store';
import { getTask, type Task } from '@/backend/resource_accessors/task.accessor';
import type { Caller } from './load_caller';

/** A task that this agent may look at: its own, or a subtask of the epic it supervises. Its own when none is named. */
export async function reachTask(
  db: Db,
  caller: Pick<Caller, 'agent' | 'task'>,
  taskId: string | undefined,
): Promise<Task> {
  if (taskId === undefined || taskId === caller.task.id) return caller.task;
  if (caller.agent.role !== 'SUPERVISOR') {
    throw new FactoryError(
      'FORBIDDEN',
      `Task ${taskId} is not yours.`,
      `You may only name your own task, ${caller.task.id}; leave taskId out to mean it.`,
    );
  }
  return reachSubtask(db, caller, taskId);
}

/** A subtask of the epic that this supervisor runs, and nothing else. */
export async function reachSubtask(db: Db, caller: Pick<Caller, 'task'>, taskId: string): Promise<Task> {
  const task = await getTask(db, taskId);
  if (task.parentId === caller.task.id) return task;
  throw new FactoryError(
    'FORBIDDEN',
    `Task ${taskId} is not a subtask of your epic.`,
    'Call task.list for the ids of your subtasks.',
  );
}
