import { isEnded, TERMINAL_STATES } from '@/backend/domain/task/transitions';
import { createDecision } from '@/backend/resource_accessors/decision.accessor';
import { withdrawMerge } from '@/backend/resource_accessors/merge_request.accessor';
import { findOpenPullRequest, updatePullRequest } from '@/backend/resource_accessors/pull_request.accessor';
import { listSubtree } from '@/backend/resource_accessors/read/read_tasks';
import type { Tx } from '@/backend/resource_accessors/store/store';
import { getTask, type Task, transitionTask } from '@/backend/resource_accessors/task.accessor';
import type { Deps } from '../deps';
import { putAwayNews } from '../mail/put_away_news';
import { type Actor, type Judge, requireJudge } from '../review/actor';
import { refuseOver } from './refuse_over';
import { withdrawQuestions } from './withdraw_questions';

/**
 * Gives a task up, and with an epic every subtask that has not ended. The reconciler then ends the sessions, saves
 * what is in the worktrees and nowhere else, and removes them. Branches stay.
 */
export function cancelTask(
  deps: Pick<Deps, 'store' | 'newId'>,
  input: { taskId: string; reason?: string; actor?: Actor },
): Promise<Task> {
  return deps.store.write(async (tx) => {
    const judge = await requireJudge(tx, input.actor ?? { kind: 'human' }, input.taskId);
    const reason = input.reason?.trim() || `cancelled by the ${judge.as}`;
    const [task, ...subtasks] = await listSubtree(tx, input.taskId);
    if (!task || task.state === 'CANCELLED') return getTask(tx, input.taskId);
    if (TERMINAL_STATES.includes(task.state)) throw refuseOver(task, 'cancelled');
    for (const subtask of subtasks) {
      if (!isEnded(subtask.state)) await cancel(tx, subtask, judge, reason);
    }
    if (judge.as === 'supervisor') await account(tx, deps, judge, reason);
    await withdrawQuestions(tx, [task.id, ...subtasks.map((subtask) => subtask.id)]);
    return cancel(tx, task, judge, reason);
  });
}

async function cancel(tx: Tx, task: Task, { as: actor }: Judge, reason: string): Promise<Task> {
  const { id } = task;
  const open = await findOpenPullRequest(tx, id);
  if (open)
    await updatePullRequest(tx, open.id, { state: 'CLOSED', mirrorPending: open.forgeNumber !== null });
  await putAwayNews(tx, id);
  // The table knows no way from FAILED to CANCELLED: it is taken up again, and given up, in one commit.
  if (task.state === 'FAILED') {
    const to = task.parentId === null ? 'IN_PROGRESS' : 'PENDING';
    await transitionTask(tx, { id, to, actor, reason, expected: 'FAILED' });
  }
  return transitionTask(tx, { id, to: 'CANCELLED', actor, reason });
}

/** What a model gives up is written down with its reason; and not while it is being merged at this moment. */
async function account(
  tx: Tx,
  deps: Pick<Deps, 'newId'>,
  { task, party }: Judge,
  reason: string,
): Promise<void> {
  await withdrawMerge(tx, { taskId: task.id, to: 'CANCELLED', reason: 'The task was cancelled.' });
  await createDecision(tx, {
    id: deps.newId(),
    projectId: task.projectId,
    taskId: task.id,
    agentId: party.agentId,
    decision: `Cancelled “${task.title}”`,
    reasoning: reason,
    context: { from: task.state, branch: task.branchName },
  });
}
