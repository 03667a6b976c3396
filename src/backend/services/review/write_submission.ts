import { fence } from '@/backend/agents/prompt/fence';
import { couldRun } from '@/backend/domain/check/could_run';
import { FactoryError } from '@/backend/domain/errors';
import { recordCheck } from '@/backend/resource_accessors/check.accessor';
import { withdrawMerge } from '@/backend/resource_accessors/merge_request.accessor';
import type { Measured } from '@/backend/resource_accessors/pull_request.accessor';
import { recordSubmission, transitionTask } from '@/backend/resource_accessors/task.accessor';
import { type Caller, loadCaller } from '../agent/load_caller';
import type { Deps } from '../deps';
import { announceFinal } from './announce_final';
import { ensurePullRequest } from './ensure_pull_request';
import type { TestEvidence } from './run_tests';
import type { Submission } from './submit_work';
import { tellOwner } from './tell';
import { tellUnrunnable } from './tell_unrunnable';

/** Everything that a submission is, in one transaction: pull request, check, state, and the reviewer told. */
export function writeSubmission(
  deps: Pick<Deps, 'store' | 'newId' | 'notify'>,
  input: { caller: Caller; measured: Measured; tests: TestEvidence; summary: string },
): Promise<Submission> {
  const { measured, tests, summary } = input;
  return deps.store.write(async (tx) => {
    const { agent, task, project } = await loadCaller(tx, input.caller.agent.id);
    if (agent.retiredAt !== null) {
      throw new FactoryError('STALE', 'Your task was given to another worker.', 'End your turn.');
    }
    await withdrawMerge(tx, { taskId: task.id, to: 'VOID', reason: 'Newer work was submitted.' });
    const pullRequest = await ensurePullRequest(tx, deps.newId, { task, project, measured, body: summary });
    const check = await recordCheck(tx, {
      id: deps.newId(),
      pullRequestId: pullRequest.id,
      sha: measured.headSha,
      ...tests,
    });
    if (isUnrunnable(tests)) await tellUnrunnable(tx, deps.newId, { project, ...tests });
    if (task.state === 'PENDING' || task.state === 'PLANNING') {
      await transitionTask(tx, { id: task.id, to: 'IN_PROGRESS', actor: 'system', expected: task.state });
    }
    const moved = await transitionTask(tx, { id: task.id, to: 'REVIEW', actor: 'worker' });
    await recordSubmission(tx, task.id, measured.headSha);
    const evidence = describeEvidence(measured, tests);
    const from = { party: 'AGENT', agentId: agent.id, name: agent.tmuxName } as const;
    if (pullRequest.kind === 'FINAL') {
      await announceFinal(tx, deps, { task: moved, pullRequest, from, evidence });
    } else {
      await tellOwner(tx, deps.newId, moved, {
        kind: 'submission',
        from,
        subject: `“${task.title}” is ready for review (#${pullRequest.number})`,
        body: [
          summary === '' ? 'No summary was given.' : summary,
          evidence,
          `Task ${task.id}. Look at it with git.get_diff, then call task.approve or task.request_changes.`,
        ].join('\n\n'),
      });
    }
    return { pullRequest, check, repeated: false };
  });
}

const many = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

export function describeEvidence(measured: Measured, tests: TestEvidence): string {
  const size = `${many(measured.commits, 'commit')}, ${many(measured.changedFiles, 'file')}, +${measured.additions} −${measured.deletions}, head ${measured.headSha}`;
  if (tests.state === 'SKIPPED') return `${size}. The project has no test command.`;
  if (tests.state === 'PASSED') return `${size}. Tests passed (${tests.command}).`;
  if (isUnrunnable(tests)) {
    return `${size}. The tests could not be run (${tests.command}, exit code ${tests.exitCode}: a program that it calls is not there), so nothing is known about them. That is the project's setting and not the work's fault: judge the work by its diff. The human was told.`;
  }
  return `${size}. TESTS FAILED (${tests.command}, exit code ${tests.exitCode ?? 'none'}):\n\n${fence('output', tests.logTail.slice(-3000))}`;
}

function isUnrunnable(tests: TestEvidence): boolean {
  return tests.state === 'FAILED' && !couldRun(tests.exitCode);
}
