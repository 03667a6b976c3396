import { FactoryError } from '@/backend/domain/errors';
import { type Check, listChecks } from '@/backend/resource_accessors/check.accessor';
import { findOpenPullRequest, type PullRequest } from '@/backend/resource_accessors/pull_request.accessor';
import { getTask } from '@/backend/resource_accessors/task.accessor';
import type { TaskState } from '@/shared/task';
import { type Caller, loadCaller } from '../agent/load_caller';
import type { Deps } from '../deps';
import { measure } from './measure';
import { requireCleanWork } from './require_clean_work';
import { runTests, TEST_CHECK } from './run_tests';
import { writeSubmission } from './write_submission';

type SubmitDeps = Pick<Deps, 'store' | 'git' | 'run' | 'commands' | 'home' | 'newId' | 'clock' | 'notify'>;

export type Submission = {
  pullRequest: PullRequest;
  check: Check | null;
  /** The same commit had been submitted before: nothing was done again. */
  repeated: boolean;
};

const SUBMITTABLE: readonly TaskState[] = ['PENDING', 'PLANNING', 'IN_PROGRESS', 'BLOCKED', 'REVIEW'];

const underWay = new Map<string, Promise<Submission>>();

/**
 * A worker hands its work in, with evidence instead of a claim. A call that is repeated while the tests of the first
 * still run joins it: two runs in one folder would break each other.
 */
export function submitWork(
  deps: SubmitDeps,
  input: { agentId: string; summary?: string | undefined },
): Promise<Submission> {
  const present = underWay.get(input.agentId);
  if (present) return present;
  const started = submit(deps, input).finally(() => underWay.delete(input.agentId));
  underWay.set(input.agentId, started);
  return started;
}

async function submit(
  deps: SubmitDeps,
  input: { agentId: string; summary?: string | undefined },
): Promise<Submission> {
  const caller = await loadCaller(deps.store, input.agentId);
  requireSubmittable(caller);
  const { task, project } = caller;
  const headSha = await requireCleanWork(deps, task);
  const repeated = await findRepeated(deps, caller, headSha);
  if (repeated) return repeated;

  const place = { repo: project.repoPath, baseBranch: task.baseBranch, headSha, began: task.baseSha };
  await keepEarlier(deps, { repo: place.repo, earlier: task.headSha, headSha });
  const before = await measure(deps, place);
  if (before.commits === 0) {
    throw new FactoryError(
      'WRONG_STATE',
      `${task.branchName} has no commit that ${task.baseBranch} does not have.`,
      'Commit your work first. If there is nothing to do, say so with task.update_state.',
    );
  }
  requireNoConflict(task.baseBranch, before);
  const tests = await runTests(deps, {
    project,
    cwd: task.worktreePath,
    name: `submit-${task.id}`,
    taskId: task.id,
  });
  if ((await deps.git.branchSha({ repo: project.repoPath, branch: task.branchName })) !== headSha) {
    throw new FactoryError(
      'STALE',
      `${task.branchName} moved while its tests ran.`,
      'Submit again when you are done committing.',
    );
  }
  // The base may have moved meanwhile, and took minutes to do so.
  const measured = await measure(deps, place);
  requireNoConflict(task.baseBranch, measured);
  return writeSubmission(deps, { caller, measured, tests, summary: input.summary?.trim() ?? '' });
}

/** What was handed in before and is not part of this: the agent wrote its history anew, and reviews speak of the old one. */
async function keepEarlier(
  deps: Pick<Deps, 'git'>,
  input: { repo: string; earlier: string | null; headSha: string },
): Promise<void> {
  const { repo, earlier, headSha } = input;
  if (earlier === null || (await deps.git.resolveRef({ repo, ref: earlier })) === null) return;
  if (await deps.git.isAncestor({ repo, ancestor: earlier, descendant: headSha })) return;
  await deps.git.keepReplaced({ repo, sha: earlier });
}

function requireSubmittable({ agent, task }: Caller): void {
  if (agent.role !== 'WORKER' || agent.retiredAt !== null) {
    throw new FactoryError(
      'FORBIDDEN',
      'Only the worker of a task submits it.',
      'A supervisor opens the final pull request with task.create_final_pr.',
    );
  }
  if (SUBMITTABLE.includes(task.state)) return;
  throw new FactoryError(
    'WRONG_STATE',
    `“${task.title}” is ${task.state}.`,
    'There is nothing to submit any more: end your turn.',
  );
}

function requireNoConflict(baseBranch: string, found: { conflictFiles: string[]; baseSha: string }): void {
  if (found.conflictFiles.length === 0) return;
  throw new FactoryError(
    'CONFLICT',
    `Your work conflicts with ${baseBranch} (now at ${found.baseSha}) in: ${found.conflictFiles.join(', ')}.`,
    'Call git.rebase, resolve the conflicts, and submit again.',
    { data: { files: found.conflictFiles, baseSha: found.baseSha } },
  );
}

async function findRepeated(deps: SubmitDeps, { task }: Caller, headSha: string): Promise<Submission | null> {
  const [pullRequest, now] = await Promise.all([
    findOpenPullRequest(deps.store, task.id),
    getTask(deps.store, task.id),
  ]);
  if (pullRequest?.headSha !== headSha || now.state !== 'REVIEW') return null;
  const checks = await listChecks(deps.store, { pullRequestIds: [pullRequest.id], shas: [headSha] });
  const check = checks.find(({ name }) => name === TEST_CHECK) ?? null;
  return { pullRequest, check, repeated: true };
}
