import type { GithubRepo } from '@/backend/clients/github/github_client';
import { FactoryError } from '@/backend/domain/errors';
import { listConditions } from '@/backend/resource_accessors/condition.accessor';
import { getProject, type Project } from '@/backend/resource_accessors/project.accessor';
import { listPullRequests, updatePullRequest } from '@/backend/resource_accessors/pull_request.accessor';
import type { Deps } from '../deps';
import type { PortOutcome } from '../reconciler/ports';
import { finishInterruptedLandings } from './finish_interrupted_landings';
import { followRemote } from './follow_remote';
import { readForgeState, writeForgeState } from './forge_state';
import { mirrorPullRequest } from './mirror_pull_request';
import { mirrorReviews } from './mirror_reviews';
import { pullChanges } from './pull_changes';
import { FORGE_UNAVAILABLE, reportForge } from './report_forge';

export type ForgeDeps = Pick<
  Deps,
  'store' | 'git' | 'github' | 'home' | 'newId' | 'notify' | 'clock' | 'log'
>;

const AGAIN_MS = 30_000;
const AFTER_FAILURE_MS = 60_000;
const NOT_LOGGED_IN_MS = 5 * 60_000;
/** Kept for the human's own tools, which use the same login. */
const SPARE_CALLS = 50;

/**
 * One look at a project's repository on GitHub: what changed here goes there, what changed there comes here. Whatever
 * fails stays written down as pending and is caught up by a later look; nothing here waits for it.
 */
export async function syncForge(deps: ForgeDeps, input: { projectId: string }): Promise<PortOutcome> {
  const project = await followRemote(deps, await getProject(deps.store, input.projectId));
  await finishInterruptedLandings(deps, project);
  const github = project.remoteUrl === null ? null : deps.github.open(project.remoteUrl);
  if (github === null || project.archivedAt !== null) {
    await forgetPending(deps, project);
    return { kind: 'done' };
  }
  const { rateLimit } = await readForgeState(deps.store, project.id);
  const now = deps.clock();
  if (rateLimit !== null && rateLimit.remaining <= SPARE_CALLS && rateLimit.resetAt > now) {
    await reportForge(deps, project, { kind: 'limited', until: rateLimit.resetAt });
    return { kind: 'wait', afterMs: rateLimit.resetAt.getTime() - now.getTime() + 1_000 };
  }
  return exchange(deps, project, github);
}

async function exchange(deps: ForgeDeps, project: Project, github: GithubRepo): Promise<PortOutcome> {
  try {
    const pending = await listPullRequests(deps.store, { projectId: project.id, mirrorPending: true });
    for (const pullRequest of pending.reverse()) {
      await mirrorPullRequest(deps, { project, github, pullRequest });
    }
    await pullChanges(deps, project, github);
    await mirrorReviews(deps, project, github);
    await reportForge(deps, project, { kind: 'well' });
    return { kind: 'wait', afterMs: AGAIN_MS };
  } catch (thrown) {
    if (!(thrown instanceof FactoryError)) throw thrown;
    await reportForge(deps, project, { kind: 'failed', failure: thrown });
    if (thrown.code === 'NOT_LOGGED_IN') return { kind: 'wait', afterMs: NOT_LOGGED_IN_MS };
    return { kind: 'wait', afterMs: AFTER_FAILURE_MS };
  } finally {
    const rateLimit = github.rateLimit();
    if (rateLimit !== null) {
      await deps.store.write(async (tx) => {
        await writeForgeState(tx, project.id, { ...(await readForgeState(tx, project.id)), rateLimit });
      });
    }
  }
}

/** A remote that is not GitHub, or none: there is nobody to mirror to, and nobody who could be away. */
async function forgetPending(deps: ForgeDeps, project: Project): Promise<void> {
  const held = await listConditions(deps.store, {
    subjectKind: 'PROJECT',
    subjectIds: [project.id],
    status: true,
  });
  if (held.some(({ type }) => type === FORGE_UNAVAILABLE)) await reportForge(deps, project, { kind: 'none' });
  const pending = await listPullRequests(deps.store, { projectId: project.id, mirrorPending: true });
  if (pending.length === 0) return;
  await deps.store.write(async (tx) => {
    for (const { id } of pending) await updatePullRequest(tx, id, { mirrorPending: false });
  });
}
