import { type Project, updateProject } from '@/backend/resource_accessors/project.accessor';
import { listPullRequests, updatePullRequest } from '@/backend/resource_accessors/pull_request.accessor';
import type { Deps } from '../deps';

/**
 * A repository that had no remote when it was added may have got one since: what is open here is then mirrored there.
 * One that it had is kept, wherever the repository points now.
 */
export async function followRemote(deps: Pick<Deps, 'store' | 'git'>, project: Project): Promise<Project> {
  if (project.remoteUrl !== null || project.archivedAt !== null) return project;
  const remoteUrl = await deps.git.originUrl({ repo: project.repoPath });
  if (remoteUrl === null) return project;
  return deps.store.write(async (tx) => {
    for (const { id } of await listPullRequests(tx, { projectId: project.id, state: 'OPEN' })) {
      await updatePullRequest(tx, id, { mirrorPending: true });
    }
    return updateProject(tx, project.id, { remoteUrl });
  });
}
