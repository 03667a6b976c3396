import { isEnded } from '@/backend/domain/task/transitions';
import type { Planned } from '../actions';
import { keyOf } from '../key';
import type { Observation, TaskView } from '../observation';
import { getsFolderFirst, heldBy, isOver, justMadeUntil } from './views';

/** A worktree for every task that has begun, whatever became of it since; none for one that is over. */
export function worktrees(o: Observation): Planned[] {
  return o.tasks.flatMap((view) => need(o, view));
}

function need(o: Observation, view: TaskView): Planned[] {
  const { task, disk } = view;
  const key = keyOf.worktree(task.id);
  const inUse = view.agents.some((one) => one.session !== null);
  if (isOver(view)) return inUse ? [] : clear(o, view);
  if (isEnded(task.state) || heldBy(view) !== null || disk === null) return [];
  const wanted =
    getsFolderFirst(view) ||
    view.agents.some(({ agent }) => agent.desiredExecutionState === 'ACTIVE') ||
    (task.preparedAt !== null && task.state !== 'PENDING');
  // A subtask starts from its epic's branch, which the epic's own worktree brings about.
  if (!wanted || (view.epic !== null && view.epic.preparedAt === null)) return [];
  const ids = { taskId: task.id };
  if (task.preparedAt === null) {
    const reason = `A worktree is made for “${task.title}”.`;
    return [{ type: 'PREPARE_WORKTREE', key, ...ids, reason }];
  }
  if (!disk.worktree) {
    // Whoever works in the deleted folder is stopped first; the agents' phase does that.
    if (inUse) return [];
    const reason = `The worktree of “${task.title}” is gone and is made again.`;
    return [{ type: 'PREPARE_WORKTREE', key, ...ids, reason }];
  }
  if (disk.branch === false) {
    const reason = `The branch ${task.branchName} is gone and is made again.`;
    return [{ type: 'PREPARE_WORKTREE', key, ...ids, reason }];
  }
  const until = justMadeUntil(view, o.at);
  const reason = `The branch of “${task.title}” is looked for once its agent has started.`;
  return until === null ? [] : [{ type: 'WAIT', key, until, reason }];
}

function clear(o: Observation, view: TaskView): Planned[] {
  const { task, disk } = view;
  const key = keyOf.worktree(task.id);
  if (task.preparedAt !== null || disk?.worktree === true) {
    const reason = `The worktree of “${task.title}” is removed; anything unsaved in it is saved first.`;
    return [{ type: 'REMOVE_WORKTREE', key, taskId: task.id, reason }];
  }
  const deleted = task.deletedAt !== null;
  // Rows of subtasks would go with their epic's, and with them the way to what they left on disk.
  if (!deleted || view.agents.length > 0 || hasSubtasks(o, view)) return [];
  return [{ type: 'PURGE_TASK', key, taskId: task.id, reason: `“${task.title}” is deleted for good.` }];
}

function hasSubtasks(o: Observation, view: TaskView): boolean {
  return (view.subtasks?.remaining ?? 0) > 0 || o.tasks.some((other) => other.task.parentId === view.task.id);
}
