import { FactoryError } from '@/backend/domain/errors';
import { createDecision } from '@/backend/resource_accessors/decision.accessor';
import { withdrawMerge } from '@/backend/resource_accessors/merge_request.accessor';
import { getProject } from '@/backend/resource_accessors/project.accessor';
import { findOpenPullRequest, updatePullRequest } from '@/backend/resource_accessors/pull_request.accessor';
import { getTask, type Task, transitionTask } from '@/backend/resource_accessors/task.accessor';
import type { TaskState } from '@/shared/task';
import type { Deps } from '../deps';
import { type Actor, requireJudge } from './actor';

/** Each step is one that the table has. */
const WAY: Readonly<Partial<Record<TaskState, readonly TaskState[]>>> = {
  REVIEW: ['COMPLETED'],
  IN_PROGRESS: ['REVIEW', 'COMPLETED'],
  BLOCKED: ['REVIEW', 'COMPLETED'],
  FAILED: ['IN_PROGRESS', 'REVIEW', 'COMPLETED'],
};

/** Says that a task is done without merging anything: its work was brought in by hand, or is not needed. */
export async function forceComplete(
  deps: Pick<Deps, 'store' | 'git' | 'newId'>,
  input: { actor: Actor; taskId: string; reason: string },
): Promise<{ task: Task; merged: boolean }> {
  const { task } = await requireJudge(deps.store, input.actor, input.taskId);
  const merged = await isInEpic(deps, task);
  return deps.store.write(async (tx) => {
    const judge = await requireJudge(tx, input.actor, input.taskId);
    const way = WAY[judge.task.state];
    if (way === undefined || judge.task.parentId === null) {
      throw new FactoryError(
        'WRONG_STATE',
        `“${judge.task.title}” is ${judge.task.state} and cannot be completed by force.`,
        judge.task.state === 'PENDING'
          ? 'Cancel it instead (task.cancel): nothing was done yet.'
          : 'Leave it as it is.',
        { data: { state: judge.task.state } },
      );
    }
    await withdrawMerge(tx, { taskId: judge.task.id, to: 'CANCELLED', reason: 'Completed by force.' });
    for (const to of way) {
      await transitionTask(tx, { id: judge.task.id, to, actor: judge.as, reason: input.reason });
    }
    const pullRequest = await findOpenPullRequest(tx, judge.task.id);
    if (pullRequest) {
      const state = merged === null ? 'CLOSED' : 'MERGED';
      await updatePullRequest(tx, pullRequest.id, { state, mergedSha: merged });
    }
    await createDecision(tx, {
      id: deps.newId(),
      projectId: judge.task.projectId,
      taskId: judge.task.id,
      agentId: judge.party.agentId,
      decision: `Completed “${judge.task.title}” by force`,
      reasoning: input.reason,
      context: { from: judge.task.state, merged: merged !== null, branch: judge.task.branchName },
    });
    return { task: await getTask(tx, judge.task.id), merged: merged !== null };
  });
}

/** The tip of the epic branch when everything of the task's branch is in it; else null. */
async function isInEpic(deps: Pick<Deps, 'store' | 'git'>, task: Task): Promise<string | null> {
  const { repoPath: repo } = await getProject(deps.store, task.projectId);
  const [tip, head] = await Promise.all([
    deps.git.branchSha({ repo, branch: task.baseBranch }),
    deps.git.branchSha({ repo, branch: task.branchName }),
  ]);
  if (tip === null || head === null) return null;
  return (await deps.git.isAncestor({ repo, ancestor: head, descendant: tip })) ? tip : null;
}
