import {
  getProject,
  type Project,
  updateProject as writeProject,
} from '@/backend/resource_accessors/project.accessor';
import { UpdateProject } from '@/shared/project';
import type { Deps } from '../deps';
import { checkDefaultBranch } from './check_default_branch';
import { findGoneBases, followDefaultBranch } from './follow_default_branch';

/** Changes what is named and leaves the rest. Open work whose branch is gone follows to the default branch that is named. */
export async function updateProject(
  deps: Pick<Deps, 'store' | 'git'>,
  input: UpdateProject,
): Promise<Project> {
  const { id, ...change } = UpdateProject.parse(input);
  const project = await getProject(deps.store, id);
  const { repoPath: repo } = project;
  const to = change.defaultBranch;
  if (to !== undefined && to !== project.defaultBranch) await checkDefaultBranch(deps, { repo, branch: to });
  const gone = to === undefined ? [] : await findGoneBases(deps, { projectId: id, repo });
  return deps.store.write(async (tx) => {
    if (to !== undefined && !gone.includes(to)) await followDefaultBranch(tx, { projectId: id, gone, to });
    return writeProject(tx, id, change);
  });
}
