import type { Planned } from '../actions';
import { keyOf } from '../key';
import type { Observation, TaskView } from '../observation';
import { isOver } from './views';

/** What goes on only when somebody does something about it: nothing is done for it, and no time is waited for. */
export function holds(o: Observation): Planned[] {
  return o.tasks.flatMap((view): Planned[] => {
    const words = isOver(view) ? null : heldWords(view);
    if (words === null) return [];
    return [
      {
        type: 'HOLD',
        key: keyOf.task(view.task.id),
        reason: `“${view.task.title}” does not go on: ${words}`,
      },
    ];
  });
}

/** The nearest cause, and whose move it is. */
function heldWords({ task, epic, project, hasQuestion }: TaskView): string | null {
  if (project.archivedAt)
    return `its project “${project.name}” is archived. Choose Restore in the list of projects.`;
  if (epic?.pausedAt)
    return `its epic “${epic.title}” is paused by you. Press Resume on the page of the epic.`;
  if (task.pausedAt) return 'it is paused by you. Press Resume on its page.';
  if (epic?.state === 'FAILED')
    return `its epic “${epic.title}” has failed. Press Retry on the page of the epic.`;
  if (task.state === 'FAILED') return 'it has failed. Retry or cancel it on its page.';
  if (hasQuestion) return 'it waits for your answer to a question in the inbox.';
  if (task.planApproval === 'WAITING' && task.parentId === null && task.state === 'IN_PROGRESS')
    return 'its plan waits for you. Approve it on the page of the epic.';
  if (task.parentId === null && task.state === 'REVIEW')
    return 'its pull request waits for you. Merge it, or request changes, on its page.';
  return null;
}
