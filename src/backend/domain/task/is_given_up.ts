import type { TaskState } from '@/shared/task';

/** Cancelled or deleted: nothing is done for it any more but to clear it away. */
export function isGivenUp(task: { state: TaskState; deletedAt: Date | null }): boolean {
  return task.deletedAt !== null || task.state === 'CANCELLED';
}
