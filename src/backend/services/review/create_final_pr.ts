import { FactoryError } from '@/backend/domain/errors';
import { isEnded } from '@/backend/domain/task/transitions';
import { type Check, listChecks, recordCheck } from '@/backend/resource_accessors/check.accessor';
import { listMerges } from '@/backend/resource_accessors/merge_request.accessor';
import { findOpenPullRequest, type PullRequest } from '@/backend/resource_accessors/pull_request.accessor';
import { listSubtree } from '@/backend/resource_accessors/read/read_tasks';
import type { Db } from '@/backend/resource_accessors/store/store';
import { recordSubmission, type Task, transitionTask } from '@/backend/resource_accessors/task.accessor';
import { type Caller, loadCaller } from '../agent/load_caller';
import type { Deps } from '../deps';
import { announceFinal } from './announce_final';
import { describeFinal } from './describe_final';
import { ensurePullRequest } from './ensure_pull_request';
import { measure } from './measure';
import { requireCleanWork } from './require_clean_work';
import { runTests, TEST_CHECK, type TestEvidence } from './run_tests';
import { describeEvidence } from './write_submission';

export type FinalPr = { pullRequest: PullRequest; check: Check | null; epic: Task; repeated: boolean };

type FinalDeps = Pick<Deps, 'store' | 'git' | 'run' | 'commands' | 'home' | 'newId' | 'clock' | 'notify'>;
type FinalInput = { agentId: string; summary?: string | undefined };

const underWay = new Map<string, Promise<FinalPr>>();

/**
 * The whole epic as one pull request to the project's branch, for the human. A call that is repeated while the tests of
 * the first still run joins it: two runs in one folder would break each other.
 */
export function createFinalPr(deps: FinalDeps, input: FinalInput): Promise<FinalPr> {
  const present = underWay.get(input.agentId);
  if (present) return present;
  const started = create(deps, input).finally(() => underWay.delete(input.agentId));
  underWay.set(input.agentId, started);
  return started;
}

async function create(deps: FinalDeps, input: FinalInput): Promise<FinalPr> {
  const caller = await loadCaller(deps.store, input.agentId);
  const { task: epic, project } = caller;
  await requireReady(deps.store, caller);
  const headSha = await requireCleanWork(deps, epic);
  const present = await findOpenPullRequest(deps.store, epic.id);
  if (present?.headSha === headSha && epic.state === 'REVIEW') {
    const checks = await listChecks(deps.store, { pullRequestIds: [present.id], shas: [headSha] });
    return { pullRequest: present, check: checks[0] ?? null, epic, repeated: true };
  }
  const place = { repo: project.repoPath, baseBranch: epic.baseBranch, headSha, began: epic.baseSha };
  if ((await measure(deps, place)).commits === 0) {
    throw new FactoryError(
      'WRONG_STATE',
      `${epic.branchName} has nothing that ${epic.baseBranch} does not have.`,
      'Let at least one subtask land first, or tell the human by mail why there is nothing to do.',
    );
  }
  const tests =
    (await testedByQueue(deps.store, caller, headSha)) ??
    (await runTests(deps, {
      project,
      cwd: epic.worktreePath,
      name: `final-${epic.id}`,
      taskId: epic.id,
    }));
  if ((await deps.git.branchSha({ repo: project.repoPath, branch: epic.branchName })) !== headSha) {
    throw new FactoryError(
      'STALE',
      `${epic.branchName} moved while its tests ran.`,
      'Call task.create_final_pr again once nothing is committed on it any more.',
    );
  }
  const measured = await measure(deps, place);
  return deps.store.write(async (tx) => {
    const now = await loadCaller(tx, input.agentId);
    await requireReady(tx, now);
    const body = await describeFinal(tx, now.task, input.summary?.trim() ?? '');
    const pullRequest = await ensurePullRequest(tx, deps.newId, { task: now.task, project, measured, body });
    const check = await recordCheck(tx, {
      id: deps.newId(),
      pullRequestId: pullRequest.id,
      sha: headSha,
      ...tests,
    });
    const to = project.settings.finalPr === 'wait' ? 'REVIEW' : 'COMPLETED';
    const moved =
      now.task.state === 'REVIEW'
        ? now.task
        : await transitionTask(tx, { id: epic.id, to, actor: 'supervisor', reason: 'final pull request' });
    await recordSubmission(tx, epic.id, headSha);
    await announceFinal(tx, deps, {
      task: moved,
      pullRequest,
      from: { party: 'AGENT', agentId: now.agent.id, name: now.agent.tmuxName },
      evidence: describeEvidence(measured, tests),
    });
    return { pullRequest, check, epic: moved, repeated: false };
  });
}

async function requireReady(db: Db, { agent, task: epic }: Caller): Promise<void> {
  if (agent.role !== 'SUPERVISOR' || agent.retiredAt !== null) {
    throw new FactoryError(
      'FORBIDDEN',
      'Only the supervisor of an epic opens its final pull request.',
      'Submit your own task with task.create_pr.',
    );
  }
  if (epic.state !== 'IN_PROGRESS' && epic.state !== 'REVIEW') {
    throw new FactoryError(
      'WRONG_STATE',
      `The epic is ${epic.state}.`,
      epic.state === 'COMPLETED'
        ? 'Its final pull request is open already: end your turn.'
        : 'Wait for the human.',
      { data: { state: epic.state } },
    );
  }
  const [, ...subtasks] = await listSubtree(db, epic.id);
  const open = subtasks.filter(({ state }) => !isEnded(state));
  if (open.length === 0) return;
  const names = open.slice(0, 10).map(({ id, title, state }) => `${title} (${id}) is ${state}`);
  throw new FactoryError(
    'WRONG_STATE',
    `${open.length} of ${subtasks.length} subtasks are not finished: ${names.join('; ')}.`,
    'Review those in REVIEW (task.get_review_queue), wait for the others to be submitted, and give up what is not needed with task.cancel.',
    { data: { open: open.map(({ id }) => id) } },
  );
}

/** The merge queue ran the same command on this very commit when it landed the last task. */
async function testedByQueue(
  db: Db,
  { task: epic, project }: Caller,
  headSha: string,
): Promise<TestEvidence | null> {
  if (project.testCommand === null) return null;
  const landed = await listMerges(db, { epicId: epic.id, states: ['LANDED'] });
  const match = landed.find(({ journal }) => journal.tip === headSha && journal.runs?.at(-1) === 'passed');
  if (match === undefined) return null;
  return {
    name: TEST_CHECK,
    state: 'PASSED',
    command: project.testCommand,
    exitCode: 0,
    durationMs: null,
    logTail: match.logTail,
  };
}
