import { fence } from '@/backend/agents/prompt/fence';
import { splitBatch } from '@/backend/domain/merge/batch';
import { listChecks } from '@/backend/resource_accessors/check.accessor';
import type { MergeRequest } from '@/backend/resource_accessors/merge_request.accessor';
import { updateMerge } from '@/backend/resource_accessors/merge_request.accessor';
import { getTask, transitionTask } from '@/backend/resource_accessors/task.accessor';
import { TEST_CHECK } from '../review/run_tests';
import { tellDoer } from '../review/tell';
import { excuseBatch } from './excuse_batch';
import type { MergeDeps, Queue, Step } from './queue';

/**
 * The tests fail on the batch, and not without it. Several members: look in halves. One: it goes back with the end of
 * the log.
 */
export async function settleRed(deps: MergeDeps, queue: Queue, base: string): Promise<Step> {
  if (await excuseBatch(deps, queue, base)) return 'again';
  const [only, ...rest] = queue.landing;
  if (only !== undefined && rest.length === 0) {
    await sendBack(deps, queue, only);
    return 'again';
  }
  const halves = splitBatch(queue.landing).map((half) => ({ half, batchId: deps.newId() }));
  await deps.store.write(async (tx) => {
    for (const { half, batchId } of halves) {
      for (const { id } of half) {
        const reason = 'The tests failed on the batch: it is tried in halves.';
        const change = { state: 'QUEUED' as const, batchId, journal: { split: true }, reason };
        await updateMerge(tx, { id, expected: 'LANDING', change });
      }
    }
  });
  return 'again';
}

async function sendBack(deps: MergeDeps, { project, epic, tip }: Queue, member: MergeRequest): Promise<void> {
  await deps.store.write(async (tx) => {
    const change = {
      state: 'RED' as const,
      reason: 'The tests fail with it on the epic branch.',
      batchId: null,
    };
    if (!(await updateMerge(tx, { id: member.id, expected: 'LANDING', change }))) return;
    const task = await getTask(tx, member.taskId);
    if (task.state !== 'REVIEW') return;
    const checks = await listChecks(tx, {
      pullRequestIds: [member.pullRequestId],
      shas: [member.approvedSha],
    });
    const before = checks.find(({ name }) => name === TEST_CHECK)?.state;
    const hint =
      before === 'PASSED'
        ? 'They passed when you submitted, so the cause is how your change meets what landed meanwhile: call git.rebase first.'
        : 'They did not pass when you submitted either.';
    await transitionTask(tx, {
      id: task.id,
      to: 'IN_PROGRESS',
      actor: 'system',
      reason: change.reason,
      expected: 'REVIEW',
    });
    await tellDoer(tx, deps.newId, task, {
      kind: 'tests_failed',
      subject: `Tests fail: “${task.title}” was not merged`,
      body: [
        `With your work (${member.approvedSha}) merged into ${epic.branchName} (${tip}), \`${project.testCommand}\` failed, twice. ${hint}`,
        `The end of its output:\n\n${fence('output', member.logTail.slice(-4000))}`,
        'Fix it, commit, and call task.create_pr again.',
      ].join('\n\n'),
    });
  });
}
