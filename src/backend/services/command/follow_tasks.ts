import { isGivenUp } from '@/backend/domain/task/is_given_up';
import { findTaskAnyway } from '@/backend/resource_accessors/task.accessor';
import type { Deps } from '../deps';

/** Resolves to true once one of these tasks is cancelled or deleted, and to false when nobody asks any more. */
export async function followTasks(
  deps: Pick<Deps, 'store'>,
  input: { tasks: readonly string[]; signal: AbortSignal },
): Promise<boolean> {
  const { tail } = deps.store;
  // Taken before the rows are read: what happens between the two is then in the events that follow.
  const after = tail.last();
  for (const id of input.tasks) {
    const task = await findTaskAnyway(deps.store, id);
    if (task === null || isGivenUp(task)) return true;
  }
  for await (const { kind, taskId, payload } of tail.follow(after, input.signal)) {
    const over = kind === 'task.deleted' || (kind === 'task.state' && payload.to === 'CANCELLED');
    if (over && taskId !== null && input.tasks.includes(taskId)) return true;
  }
  return false;
}
