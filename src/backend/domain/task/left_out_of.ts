import { findLeftOut, type LeftOut } from '@/shared/left_out';
import type { TaskState } from '@/shared/task';
import { isDropped } from './dropped';

/** What of an epic ended without being merged, but for what the human took out of its plan. */
export function leftOutOf(
  subtasks: readonly { title: string; state: TaskState; stateReason: string | null }[],
): LeftOut {
  return findLeftOut(subtasks.map((task) => ({ ...task, dropped: isDropped(task) })));
}
