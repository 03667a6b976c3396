import type { GithubRepo } from '@/backend/clients/github/github_client';
import { type ErrorCode, FactoryError } from '@/backend/domain/errors';
import { isOurBranch } from '@/backend/domain/naming';
import { listChecks } from '@/backend/resource_accessors/check.accessor';
import type { Project } from '@/backend/resource_accessors/project.accessor';
import {
  getPullRequest,
  type PullRequest,
  type PullRequestChange,
  updatePullRequest,
} from '@/backend/resource_accessors/pull_request.accessor';
import { REMOTE } from '../worktree/base_of';
import type { ForgeDeps } from './sync_forge';

/** The whole connection is ill: the other pull requests would fail in the same way. */
const FOR_ALL: readonly ErrorCode[] = ['UNAVAILABLE', 'LIMIT_REACHED', 'NOT_LOGGED_IN', 'TIMED_OUT'];

type Input = { project: Project; github: GithubRepo; pullRequest: PullRequest };

/** Brings one pull request there to where it is here. Safe to repeat: it is found, not opened twice. */
export async function mirrorPullRequest(deps: ForgeDeps, input: Input): Promise<void> {
  const { pullRequest } = input;
  try {
    const change = await bringUp(deps, input);
    await settle(deps, pullRequest, { ...change, mirrorError: null, mirroredAt: deps.clock() });
  } catch (thrown) {
    if (!(thrown instanceof FactoryError)) throw thrown;
    await deps.store.write((tx) =>
      updatePullRequest(tx, pullRequest.id, { mirrorError: thrown.sentence.slice(0, 500) }),
    );
    if (FOR_ALL.includes(thrown.code)) throw thrown;
    deps.log.warn({ err: thrown, pullRequestId: pullRequest.id }, 'a pull request was not mirrored');
  }
}

async function bringUp(deps: ForgeDeps, { project, github, pullRequest }: Input): Promise<PullRequestChange> {
  const { forgeNumber, headBranch: head, baseBranch: base, title, body } = pullRequest;
  await pushBase(deps, project, base);
  if (pullRequest.state === 'CLOSED') {
    if (forgeNumber !== null) await github.closePull({ number: forgeNumber });
    return {};
  }
  // The pushed base holds its head, by which GitHub sees that it is merged.
  if (pullRequest.state === 'MERGED') return {};
  await pushHead(deps, project, pullRequest);
  const pull = await github.openPull({ head, base, title, body });
  return { forgeNumber: pull.number, forgeUrl: pull.url };
}

/** Only forward: what others put there is never overwritten. The project's own branch is its owner's to push. */
async function pushBase(deps: ForgeDeps, project: Project, branch: string): Promise<void> {
  if (!isOurBranch(branch)) return;
  const { repoPath: repo } = project;
  const sha = await deps.git.branchSha({ repo, branch });
  if (sha !== null) await deps.git.push({ repo, remote: REMOTE, branch, sha });
}

/** A rebased head replaces what was there only if that was submitted from here. */
async function pushHead(deps: ForgeDeps, project: Project, pullRequest: PullRequest): Promise<void> {
  const { repoPath: repo } = project;
  const { headBranch: branch, headSha: sha } = pullRequest;
  const there = await deps.git.fetch({ repo, remote: REMOTE, branch });
  if (there.sha === sha) return;
  const forward =
    there.sha === null || (await deps.git.isAncestor({ repo, ancestor: there.sha, descendant: sha }));
  const checks = forward ? [] : await listChecks(deps.store, { pullRequestIds: [pullRequest.id] });
  if (!forward && !checks.some((check) => check.sha === there.sha)) {
    throw new FactoryError(
      'CONFLICT',
      `Somebody pushed commits to ${branch} on GitHub (${there.sha}), which are not here.`,
      'Bring them into the task, or delete that branch on GitHub; then it is mirrored again.',
    );
  }
  await deps.git.push({ repo, remote: REMOTE, branch, sha, expectedRemoteSha: there.sha });
}

/** Done, unless the pull request has changed since it was read: then there is more to bring up. */
async function settle(deps: ForgeDeps, was: PullRequest, change: PullRequestChange): Promise<void> {
  await deps.store.write(async (tx) => {
    const now = await getPullRequest(tx, was.id);
    const same = now.headSha === was.headSha && now.state === was.state && now.body === was.body;
    await updatePullRequest(tx, was.id, { ...change, ...(same ? { mirrorPending: false } : {}) });
  });
}
