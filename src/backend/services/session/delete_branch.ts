import { existsSync } from 'node:fs';
import path from 'node:path';
import { getProject } from '@/backend/resource_accessors/project.accessor';
import { findTaskAnyway, recordRescue } from '@/backend/resource_accessors/task.accessor';
import { removeWorktree } from './remove_worktree';

/**
 * Deletes a task's branch; commits that only it holds are put under a rescue ref first. A folder that it is still
 * checked out in was not ready yet when the task was deleted, or the server died: it goes first.
 */
export async function deleteBranch(
  deps: Parameters<typeof removeWorktree>[0],
  input: { taskId: string },
): Promise<void> {
  const task = await findTaskAnyway(deps.store, input.taskId);
  if (!task) return;
  const project = await getProject(deps.store, task.projectId);
  if (existsSync(path.join(task.worktreePath, '.git'))) await removeWorktree(deps, input);
  const { rescued } = await deps.git.deleteBranch({
    repo: project.repoPath,
    branch: task.branchName,
    taskId: task.id,
  });
  if (rescued === null) return;
  const why = 'Its branch was deleted while it held commits that were nowhere else.';
  await deps.store.write((tx) => recordRescue(tx, task.id, { ref: rescued.ref, sha: rescued.sha, why }));
}
