import type { Project } from '@/backend/resource_accessors/project.accessor';
import { listPullRequests } from '@/backend/resource_accessors/pull_request.accessor';
import { finishFinal } from '../merge/finish_final';
import { bringCheckoutsForward } from '../merge/land_locally';
import type { ForgeDeps } from './sync_forge';

/** A landing whose branch had moved when the server died: the intent is in the row, the deed in the repository. */
export async function finishInterruptedLandings(deps: ForgeDeps, project: Project): Promise<void> {
  const open = await listPullRequests(deps.store, { projectId: project.id, state: 'OPEN', kind: 'FINAL' });
  const { repoPath: repo } = project;
  for (const pullRequest of open) {
    const { mergedSha, baseBranch } = pullRequest;
    if (mergedSha === null) continue;
    const base = await deps.git.branchSha({ repo, branch: baseBranch });
    const known = await deps.git.resolveRef({ repo, ref: mergedSha });
    if (base === null || known === null) continue;
    if (!(await deps.git.isAncestor({ repo, ancestor: mergedSha, descendant: base }))) continue;
    await bringCheckoutsForward(deps, { repo, branch: baseBranch, base, pullRequest });
    await finishFinal(deps, { pullRequest, mergedSha, by: 'human' });
  }
}
