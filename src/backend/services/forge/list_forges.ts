import { listConditions } from '@/backend/resource_accessors/condition.accessor';
import { listProjects } from '@/backend/resource_accessors/project.accessor';
import type { Deps } from '../deps';
import { readForgeState } from './forge_state';

/** How it stands with GitHub, for each project that has a repository there. */
export async function listForges(deps: Pick<Deps, 'store' | 'github'>) {
  const projects = await listProjects(deps.store, { archived: false });
  const mirrored = projects.flatMap((project) => {
    const repo = project.remoteUrl === null ? null : deps.github.open(project.remoteUrl);
    return repo === null ? [] : [{ project, repo }];
  });
  const troubles = await listConditions(deps.store, {
    subjectKind: 'PROJECT',
    subjectIds: mirrored.map(({ project }) => project.id),
    status: true,
  });
  return Promise.all(
    mirrored.map(async ({ project, repo }) => ({
      projectId: project.id,
      slug: project.slug,
      repository: `${repo.owner}/${repo.name}`,
      rateLimit: repo.rateLimit() ?? (await readForgeState(deps.store, project.id)).rateLimit,
      trouble: troubles.find(({ subjectId }) => subjectId === project.id)?.message ?? null,
    })),
  );
}
