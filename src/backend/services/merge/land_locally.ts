import { FactoryError } from '@/backend/domain/errors';
import { listChecks } from '@/backend/resource_accessors/check.accessor';
import type { Project } from '@/backend/resource_accessors/project.accessor';
import {
  getPullRequest,
  type PullRequest,
  updatePullRequest,
} from '@/backend/resource_accessors/pull_request.accessor';
import { getTask } from '@/backend/resource_accessors/task.accessor';
import { TEST_CHECK } from '../review/run_tests';
import { unrunnable } from '../review/tell_unrunnable';
import { baseOf } from '../worktree/base_of';
import type { LandDeps } from './land_final_pr';
import { type Obstacle, reopenFinal } from './reopen_final';
import { requireLandable } from './require_landable';
import { testCommit } from './test_commit';

const MOST_TRIES = 5;

/** What was in the way of the checkout is the owner's to move; the button is the one they pressed. */
const AGAIN = 'Then press “Approve and merge” again.';

type Input = {
  pullRequest: PullRequest;
  project: Project;
  /** Tests of the merged result have begun, and print here. */
  onTests: (logPath: string) => void;
};

/**
 * Moves the project's branch by compare-and-swap. Where it is checked out, the checkout follows if nothing of its
 * owner's is in the way; else nothing at all is changed and they are told what to do. When the branch has gone on since
 * the work was tested, the merged result is tested before it lands; when it goes on during that, once more.
 */
export async function landLocally(deps: LandDeps, input: Input): Promise<string> {
  for (let tried = 0; tried < MOST_TRIES; tried++) {
    const landed = await landOnce(deps, input);
    if (landed !== null) return landed;
  }
  const { baseBranch } = input.pullRequest;
  throw new FactoryError(
    'STALE',
    `${baseBranch} got new commits ${MOST_TRIES} times while the merge was being tested. Nothing was changed.`,
    'Merge when it is quieter there.',
  );
}

/** Null when the branch moved meanwhile. */
async function landOnce(deps: LandDeps, input: Input): Promise<string | null> {
  const { pullRequest, project } = input;
  const { repoPath: repo } = project;
  const { headSha, baseBranch: branch } = pullRequest;
  const base = await deps.git.branchSha({ repo, branch });
  if (base === null) {
    throw new FactoryError(
      'NOT_FOUND',
      `The branch ${branch} does not exist in ${repo}.`,
      `Was it renamed? Name the one that has taken its place as the default branch in the project's settings: open work follows. Else make it again: git branch ${branch} ${project.defaultBranch === branch ? '<commit>' : project.defaultBranch}`,
    );
  }
  if (await isInside(deps, { repo, base, pullRequest })) {
    await bringCheckoutsForward(deps, { repo, branch, base, pullRequest });
    return base;
  }
  const merged = await deps.git.speculateMerge({ repo, ours: base, theirs: headSha });
  if (!merged.clean) {
    const files = merged.files.join(', ');
    const what = `${pullRequest.headBranch} conflicts with ${branch} in: ${files}. Nothing was changed.`;
    const obstacle = { kind: 'conflict', base, files: merged.files } as const;
    throw await sendBack(deps, { pullRequest, obstacle, what, data: { files: merged.files } });
  }
  const squash = project.settings.merge.style === 'squash';
  if (squash) await requireNothingOfOthers(deps, { repo, base, pullRequest });
  const to = await deps.git.commitTree({
    repo,
    tree: merged.tree,
    parents: squash ? [base] : [base, headSha],
    message: `${squash ? '' : 'Merge '}${pullRequest.title} (#${pullRequest.number})\n\n${trailer(pullRequest)}`,
  });
  await requireGreen(deps, { ...input, base, to, tree: merged.tree });
  // The intent, before the branch moves: whoever finds the branch moved knows by whom.
  await deps.store.write(async (tx) => {
    const now = await getPullRequest(tx, pullRequest.id);
    requireLandable(now, await getTask(tx, now.taskId));
    if (now.headSha !== headSha) {
      throw new FactoryError('STALE', 'Newer work was handed in just now.', 'Look at it, then merge it.');
    }
    await updatePullRequest(tx, now.id, { mergedSha: to });
  });
  try {
    await deps.git.landRef({ repo, branch, to, expected: base, reason: `landed #${pullRequest.number}` });
    return to;
  } catch (thrown) {
    if (!(thrown instanceof FactoryError)) throw thrown;
    if (thrown.code === 'STALE') return null;
    const { code, message, next, data } = thrown;
    throw new FactoryError(code, message, `${next} ${AGAIN}`, { cause: thrown, data });
  }
}

/** Work that begins from a newer branch on GitHub holds commits that would become one with it, and stand there twice. */
async function requireNothingOfOthers(
  deps: Pick<LandDeps, 'git'>,
  { repo, base, pullRequest }: { repo: string; base: string; pullRequest: PullRequest },
): Promise<void> {
  const { headSha, headBranch, baseBranch: branch, baseSha: began } = pullRequest;
  const there = await baseOf(deps, { repo, branch, began });
  if (there?.newer !== true) return;
  const shared = await deps.git.mergeBase({ repo, a: there.sha, b: headSha });
  if (shared === null || (await deps.git.isAncestor({ repo, ancestor: shared, descendant: base }))) return;
  throw new FactoryError(
    'WRONG_STATE',
    `${headBranch} begins from commits of ${branch} on GitHub that your own ${branch} does not have. Nothing was changed.`,
    `Bring yours up to date where it is checked out (git merge ${there.diverged === null ? '--ff-only ' : ''}${there.sha}), then merge.`,
  );
}

/**
 * What lands is what was tested. The tree of a head that was handed in was; any other tree is tested now, and so is a head
 * that was not handed in, unless the tests were red then and the human, who saw it, merges all the same.
 */
async function requireGreen(
  deps: LandDeps,
  input: Input & { base: string; to: string; tree: string },
): Promise<void> {
  const { pullRequest, project, base, to: sha } = input;
  const { headSha, baseBranch, taskId: epicId } = pullRequest;
  if (project.testCommand === null) return;
  const seen = await listChecks(deps.store, { pullRequestIds: [pullRequest.id], shas: [headSha] });
  const said = new Set(seen.filter(({ name }) => name === TEST_CHECK).map(({ state }) => state));
  if (said.has('FAILED')) return;
  const isItself = input.tree === (await deps.git.treeOf({ repo: project.repoPath, ref: headSha }));
  if (isItself && said.has('PASSED')) return;
  const once = (again: boolean) => testCommit(deps, { project, epicId, sha, again, onLog: input.onTests });
  const first = await once(false);
  const last = first.ok ? first : await once(true);
  if (last.ok) return;
  if (!last.ran) throw unrunnable({ project, ...last });
  const what = `The tests fail with #${pullRequest.number} merged into ${baseBranch} as it is now (${base}). Nothing was changed.`;
  const obstacle = { kind: 'red', base, logTail: last.logTail } as const;
  throw await sendBack(deps, { pullRequest, obstacle, what, data: { logTail: last.logTail.slice(-2000) } });
}

async function sendBack(
  deps: LandDeps,
  input: { pullRequest: PullRequest; obstacle: Obstacle; what: string; data: Record<string, unknown> },
): Promise<FactoryError> {
  const { pullRequest, obstacle, what, data } = input;
  const { headBranch, baseBranch } = pullRequest;
  const next = (await reopenFinal(deps, { pullRequest, obstacle }))
    ? 'It went back to its agents with this; it comes to you again when they have handed it in anew.'
    : `Its agents are gone. Merge ${headBranch} into ${baseBranch} by hand, then press “Approve and merge” here: what is in is seen.`;
  return new FactoryError('CONFLICT', what, next, { data });
}

function trailer(pullRequest: PullRequest): string {
  return `Factory-Pull-Request: ${pullRequest.id}`;
}

/** Everything of it is in the base already: a landing that was interrupted before it was written down, or a merge by hand. */
async function isInside(
  deps: Pick<LandDeps, 'git'>,
  { repo, base, pullRequest }: { repo: string; base: string; pullRequest: PullRequest },
): Promise<boolean> {
  const { headSha } = pullRequest;
  if (await deps.git.isAncestor({ repo, ancestor: headSha, descendant: base })) return true;
  const merged = await deps.git.speculateMerge({ repo, ours: base, theirs: headSha });
  return merged.clean && merged.tree === (await deps.git.treeOf({ repo, ref: base }));
}

/** A crash may have come between the move of the branch and its checkouts. Those that followed are not changed. */
export async function bringCheckoutsForward(
  deps: Pick<LandDeps, 'git'>,
  input: { repo: string; branch: string; base: string; pullRequest: PullRequest },
): Promise<void> {
  const { repo, branch, base, pullRequest } = input;
  if (pullRequest.mergedSha !== base) return;
  const { commits } = await deps.git.log({ repo, head: base, limit: 1 });
  const from = commits[0]?.parents[0];
  if (from === undefined) return;
  for (const worktree of await deps.git.listWorktrees({ repo })) {
    if (worktree.missing || worktree.branch !== branch) continue;
    await deps.git.advanceWorktree({ worktree: worktree.path, from, to: base });
  }
}
