import type { TaskState } from '@/shared/task';

export const DROPPED = 'dropped from the plan by the human';

/** Taken out of a plan before it was approved: no part of the epic any more, unlike what was given up on the way. */
export function isDropped(task: { state: TaskState; stateReason: string | null }): boolean {
  return task.state === 'CANCELLED' && task.stateReason === DROPPED;
}
