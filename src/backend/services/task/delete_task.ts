import { listSubtree } from '@/backend/resource_accessors/read/read_tasks';
import { markTaskDeleted } from '@/backend/resource_accessors/task.accessor';
import type { Deps } from '../deps';
import { withdrawQuestions } from './withdraw_questions';

/**
 * Takes a task out of sight at once, and with an epic its subtasks. The reconciler then ends the sessions, saves what
 * would be lost to rescue refs, and removes worktrees, branches and rows.
 */
export function deleteTask(deps: Pick<Deps, 'store'>, input: { taskId: string }): Promise<void> {
  return deps.store.write(async (tx) => {
    const tasks = await listSubtree(tx, input.taskId);
    // While they can still be found: the closing of a question names its task.
    await withdrawQuestions(
      tx,
      tasks.map((task) => task.id),
    );
    for (const task of tasks.reverse()) await markTaskDeleted(tx, task.id);
  });
}
