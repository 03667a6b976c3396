import {
  getProject,
  type Project,
  updateProject as writeProject,
} from '@/backend/resource_accessors/project.accessor';
import { UpdateProject } from '@/shared/project';
import type { Deps } from '../deps';
import { checkDefaultBranch } from './check_default_branch';

/** Changes what is named and leaves the rest. */
export async function updateProject(
  deps: Pick<Deps, 'store' | 'git'>,
  input: UpdateProject,
): Promise<Project> {
  const { id, ...change } = UpdateProject.parse(input);
  const project = await getProject(deps.store, id);
  if (change.defaultBranch !== undefined && change.defaultBranch !== project.defaultBranch) {
    await checkDefaultBranch(deps, { repo: project.repoPath, branch: change.defaultBranch });
  }
  return deps.store.write((tx) => writeProject(tx, id, change));
}
