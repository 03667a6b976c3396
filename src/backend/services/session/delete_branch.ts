import { getProject } from '@/backend/resource_accessors/project.accessor';
import { findTaskAnyway, recordRescue } from '@/backend/resource_accessors/task.accessor';
import type { Deps } from '../deps';

/** Deletes a task's branch; commits that only it holds are put under a rescue ref first. */
export async function deleteBranch(
  deps: Pick<Deps, 'store' | 'git'>,
  input: { taskId: string },
): Promise<void> {
  const task = await findTaskAnyway(deps.store, input.taskId);
  if (!task) return;
  const project = await getProject(deps.store, task.projectId);
  const { rescued } = await deps.git.deleteBranch({
    repo: project.repoPath,
    branch: task.branchName,
    taskId: task.id,
  });
  if (rescued === null) return;
  const why = 'Its branch was deleted while it held commits that were nowhere else.';
  await deps.store.write((tx) => recordRescue(tx, task.id, { ref: rescued.ref, sha: rescued.sha, why }));
}
