import { getTask, setTaskPaused, type Task } from '@/backend/resource_accessors/task.accessor';
import type { Deps } from '../deps';

/** Lets a held task go on from where it was. Its workers get in line like everyone else's. */
export function resumeTask(deps: Pick<Deps, 'store'>, input: { taskId: string }): Promise<Task> {
  return deps.store.write(async (tx) => {
    const task = await getTask(tx, input.taskId);
    return setTaskPaused(tx, task.id, false);
  });
}
