import type { Project } from '@/backend/resource_accessors/project.accessor';
import {
  createPullRequest,
  findOpenPullRequest,
  type Measured,
  type PullRequest,
  updatePullRequest,
} from '@/backend/resource_accessors/pull_request.accessor';
import type { Tx } from '@/backend/resource_accessors/store/store';
import type { Task } from '@/backend/resource_accessors/task.accessor';

/** The open pull request of a task with this head, made when there is none. */
export async function ensurePullRequest(
  tx: Tx,
  newId: () => string,
  input: { task: Task; project: Project; measured: Measured; body: string },
): Promise<PullRequest> {
  const { task, project, measured, body } = input;
  const mirrorPending = project.remoteUrl !== null;
  const present = await findOpenPullRequest(tx, task.id);
  if (present) {
    return updatePullRequest(tx, present.id, {
      ...measured,
      body: body === '' ? present.body : body,
      mirrorPending,
    });
  }
  const isFinal = task.parentId === null;
  return createPullRequest(tx, {
    id: newId(),
    projectId: project.id,
    taskId: task.id,
    kind: isFinal ? 'FINAL' : 'SUBTASK',
    title: isFinal ? `[Task] ${task.title}` : task.title,
    body,
    headBranch: task.branchName,
    baseBranch: task.baseBranch,
    mirrorPending,
    ...measured,
  });
}
