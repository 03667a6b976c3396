import { isEnded } from '@/backend/domain/task/transitions';
import type { Planned } from '../actions';
import { keyOf } from '../key';
import type { Observation, TaskView } from '../observation';
import { heldBy, isOver } from './views';

/** Subtasks that wait for nobody any more get in line; those that wait in vain are reported to the supervisor. */
export function dependencies(o: Observation): Planned[] {
  return o.tasks.flatMap((view) => [...lineUp(view), ...waitInVain(view)]);
}

function lineUp(view: TaskView): Planned[] {
  const { task, subtasks } = view;
  if (subtasks === null || isOver(view) || isEnded(task.state) || heldBy(view) !== null) return [];
  if (task.planApproval === 'WAITING') return [];
  return subtasks.pending.flatMap((subtask): Planned[] => {
    const key = keyOf.task(task.id);
    if (subtask.waitsFor.length === 0) {
      if (subtask.inLine) return [];
      const reason = `“${subtask.title}” gets in line for a worker.`;
      return [{ type: 'ENQUEUE_TASK', key, taskId: subtask.id, reason }];
    }
    const failed = subtask.waitsFor.find((other) => other.state === 'FAILED' || other.state === 'CANCELLED');
    if (!failed || subtask.told) {
      const others = subtask.waitsFor.map((other) => `“${other.title}” (${other.state})`).join(', ');
      return [
        { type: 'HOLD', key: keyOf.task(subtask.id), reason: `“${subtask.title}” waits for ${others}.` },
      ];
    }
    const reason = `“${subtask.title}” waits for “${failed.title}”, which is ${failed.state}: its supervisor is told.`;
    return [{ type: 'TELL_DEPENDENCY', key, taskId: subtask.id, epicId: task.id, failed, reason }];
  });
}

/** The word of warning is taken back once what it was about has changed. */
function waitInVain(view: TaskView): Planned[] {
  const { subtasks, task } = view;
  return (subtasks?.pending ?? []).flatMap((subtask): Planned[] => {
    const still = subtask.waitsFor.some((other) => other.state === 'FAILED' || other.state === 'CANCELLED');
    if (!subtask.told || still) return [];
    const subject = { kind: 'TASK', id: subtask.id } as const;
    const words = `“${subtask.title}” does not wait in vain any more.`;
    const key = keyOf.task(task.id);
    return [
      {
        type: 'SET_CONDITION',
        key,
        subject,
        condition: 'DependencyFailed',
        status: false,
        words,
        reason: words,
      },
    ];
  });
}
