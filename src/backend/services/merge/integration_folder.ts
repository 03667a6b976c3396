import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { shortId } from '@/backend/domain/naming';
import type { Project } from '@/backend/resource_accessors/project.accessor';
import type { Task } from '@/backend/resource_accessors/task.accessor';
import type { Deps } from '../deps';

/** The name of an epic's, beside its worktree. */
export function integrationName(epicId: string): string {
  return `integration-${shortId(epicId)}`;
}

/** Where an epic's merges are tested. */
export function integrationFolder(
  deps: Pick<Deps, 'home'>,
  input: { epicId: string; project: Project },
): string {
  return path.join(deps.home.worktrees, input.project.slug, integrationName(input.epicId));
}

/** Says, beside the folder, which set-up command ran in it: every run begins by clearing the folder itself. */
export function preparedMark(folder: string): string {
  return `${folder}.prepared`;
}

/** Nothing more lands on the epic. What is in the folder are files of commits and leavings of test runs. */
export async function removeIntegrationFolder(
  deps: Pick<Deps, 'home' | 'git'>,
  input: { epic: Pick<Task, 'id' | 'branchName' | 'baseBranch'>; project: Project },
): Promise<void> {
  const { epic, project } = input;
  const folder = integrationFolder(deps, { epicId: epic.id, project });
  const { repoPath: repo } = project;
  const isThere = (await stat(folder).catch(() => null)) !== null;
  const sha =
    (await deps.git.branchSha({ repo, branch: epic.branchName })) ??
    (await deps.git.branchSha({ repo, branch: epic.baseBranch }));
  // Cleared first, so that no leavings of a test run are taken for somebody's work and kept.
  if (isThere && sha !== null) await deps.git.checkoutIntegration({ repo, path: folder, sha });
  // Also when somebody has deleted the folder: git would go on counting it among its worktrees.
  await deps.git.removeWorktree({ repo, path: folder, taskId: epic.id });
  await rm(preparedMark(folder), { force: true });
}
