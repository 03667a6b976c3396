import { FactoryError } from '@/backend/domain/errors';
import type { Task } from '@/backend/resource_accessors/task.accessor';

export function refuseOver(task: Pick<Task, 'title' | 'state'>, verb: string): FactoryError {
  return new FactoryError(
    'WRONG_STATE',
    `“${task.title}” is ${task.state} and cannot be ${verb}.`,
    'Nothing of it runs any more. Create a new task for what is left to do.',
    { data: { state: task.state } },
  );
}
