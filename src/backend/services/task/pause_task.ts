import { TERMINAL_STATES } from '@/backend/domain/task/transitions';
import { getTask, setTaskPaused, type Task } from '@/backend/resource_accessors/task.accessor';
import type { Deps } from '../deps';
import { refuseOver } from './refuse_over';

/** Holds a task, and with an epic all that belongs to it. Sessions end in a way that lets them go on later. */
export function pauseTask(deps: Pick<Deps, 'store'>, input: { taskId: string }): Promise<Task> {
  return deps.store.write(async (tx) => {
    const task = await getTask(tx, input.taskId);
    if (TERMINAL_STATES.includes(task.state)) throw refuseOver(task, 'paused');
    return setTaskPaused(tx, task.id, true);
  });
}
