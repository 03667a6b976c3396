import { FactoryError, toFactoryError } from '@/backend/domain/errors';
import { getProject } from '@/backend/resource_accessors/project.accessor';
import {
  getPullRequest,
  type PullRequest,
  updatePullRequest,
} from '@/backend/resource_accessors/pull_request.accessor';
import { getTask, type Task } from '@/backend/resource_accessors/task.accessor';
import type { Deps } from '../deps';
import type { Actor } from '../review/actor';
import { measure } from '../review/measure';
import { readTail } from '../review/read_tail';
import { finishFinal } from './finish_final';
import { landLocally } from './land_locally';
import { landOnGithub } from './land_on_github';
import { requireLandable } from './require_landable';

export type LandDeps = Pick<
  Deps,
  'store' | 'git' | 'github' | 'run' | 'commands' | 'home' | 'newId' | 'notify' | 'clock' | 'log'
>;

type Landing = { pullRequestId: string; actor: Actor; headSha?: string | undefined };
type Landed = { pullRequest: PullRequest; task: Task };

/** Landings of this process. Nobody else runs one, and none outlives it, so they are no rows. */
const underWay = new Map<
  string,
  { headSha: string | undefined; landed: Promise<Landed>; since: Date; logPath: string | null }
>();

/** Why the last try did not merge it, until the next try. Like the landings they are of this process, and no rows. */
export type Refusal = { pullRequestId: string; headSha: string; title: string; next: string; at: Date };
const refusals = new Map<string, Refusal>();

/** The human takes the whole epic into the project's branch: on GitHub when it is mirrored there, else right here. */
export async function landFinalPr(deps: LandDeps, input: Landing): Promise<Landed> {
  if (input.actor.kind !== 'human') {
    throw new FactoryError(
      'FORBIDDEN',
      'Only the human merges a final pull request.',
      'End your turn; you are told when it is merged or sent back.',
    );
  }
  const { pullRequestId, headSha } = input;
  // Tests may run before it lands. Whoever asks meanwhile, in another tab or again, waits for the same landing.
  const present = underWay.get(pullRequestId);
  if (present) {
    if (headSha === undefined || headSha === present.headSha) return present.landed;
    // They looked at a commit that is perhaps not the one which lands. Two at once would test in one folder.
    await present.landed.catch(() => undefined);
    return landFinalPr(deps, input);
  }
  refusals.delete(pullRequestId);
  const landed = land(deps, input, (logPath) => {
    const here = underWay.get(pullRequestId);
    if (here) here.logPath = logPath;
  })
    .catch(async (thrown: unknown) => {
      // Whatever comes of that, the reason is told to who pressed.
      await keepRefusal(deps, input, thrown).catch(() => {});
      throw thrown;
    })
    .finally(() => underWay.delete(pullRequestId));
  underWay.set(pullRequestId, { headSha, landed, since: deps.clock(), logPath: null });
  return landed;
}

/** Said where it was pressed and in every other tab; not of work that has gone back to its agents meanwhile. */
async function keepRefusal(deps: LandDeps, input: Landing, thrown: unknown): Promise<void> {
  const { id, headSha, taskId } = await getPullRequest(deps.store, input.pullRequestId);
  if ((await getTask(deps.store, taskId)).state !== 'REVIEW') return;
  const { message: title, next } = toFactoryError(thrown);
  refusals.set(id, { pullRequestId: id, headSha, title, next, at: deps.clock() });
}

/** Tries that were refused and not followed by another, nor by newer work. */
export function listRefusals(): Refusal[] {
  return [...refusals.values()];
}

export type LandingProgress = { since: Date; testing: boolean; logTail: string };

/** Merges of final pull requests that are under way. */
export function listLandings(): { pullRequestId: string; since: Date; testing: boolean }[] {
  return [...underWay].map(([pullRequestId, { since, logPath }]) => ({
    pullRequestId,
    since,
    testing: logPath !== null,
  }));
}

/** How far the merge of a final pull request is, while it is under way. */
export async function readLanding(input: { pullRequestId: string }): Promise<LandingProgress | null> {
  const here = underWay.get(input.pullRequestId);
  if (here === undefined) return null;
  const { since, logPath } = here;
  return { since, testing: logPath !== null, logTail: logPath === null ? '' : await readTail(logPath) };
}

async function land(deps: LandDeps, input: Landing, onTests: (logPath: string) => void): Promise<Landed> {
  const pullRequest = await getPullRequest(deps.store, input.pullRequestId);
  const [task, project] = await Promise.all([
    getTask(deps.store, pullRequest.taskId),
    getProject(deps.store, pullRequest.projectId),
  ]);
  if (pullRequest.state === 'MERGED') return { pullRequest, task };
  requireLandable(pullRequest, task);
  const sound = await requireSameHead(deps, { pullRequest, repo: project.repoPath, seen: input.headSha });
  const github =
    pullRequest.forgeNumber === null || project.remoteUrl === null
      ? null
      : deps.github.open(project.remoteUrl);
  const mergedSha = github
    ? await landOnGithub({ github, pullRequest: sound, project })
    : await landLocally(deps, { pullRequest: sound, project, onTests });
  return finishFinal(deps, { pullRequest: sound, mergedSha, by: 'human' });
}

/** What is merged is what was looked at. */
async function requireSameHead(
  deps: LandDeps,
  input: { pullRequest: PullRequest; repo: string; seen: string | undefined },
): Promise<PullRequest> {
  const { pullRequest, repo, seen } = input;
  const head = await deps.git.branchSha({ repo, branch: pullRequest.headBranch });
  if (head !== null && head !== pullRequest.headSha) {
    const { baseBranch, baseSha: began } = pullRequest;
    const measured = await measure(deps, { repo, baseBranch, headSha: head, began });
    await deps.store.write((tx) => updatePullRequest(tx, pullRequest.id, measured));
    throw new FactoryError(
      'STALE',
      `${pullRequest.headBranch} has new commits: it is at ${head} now.`,
      'Look at the diff again, then merge it.',
      { data: { headSha: head } },
    );
  }
  if (seen === undefined || seen === pullRequest.headSha) return pullRequest;
  throw new FactoryError(
    'STALE',
    `Newer work was handed in: the head is ${pullRequest.headSha}.`,
    'Look at the diff again, then merge it.',
    { data: { headSha: pullRequest.headSha } },
  );
}
