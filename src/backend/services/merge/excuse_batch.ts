import { FactoryError } from '@/backend/domain/errors';
import { listMail } from '@/backend/resource_accessors/mail.accessor';
import { listMerges, updateMerge } from '@/backend/resource_accessors/merge_request.accessor';
import type { Tx } from '@/backend/resource_accessors/store/store';
import { postMail } from '../mail/post_mail';
import { tellUnrunnable, unrunnable } from '../review/tell_unrunnable';
import type { MergeDeps, Queue } from './queue';
import { returnBatch } from './return_batch';
import { testCommit } from './test_commit';

/**
 * The tests fail on a batch. Where they fail on the epic branch without it too, they say nothing about it: sent back,
 * its workers could only submit the same again, for ever. Then it lands, and the human, who alone can mend that, is
 * told. False when the branch by itself is sound.
 */
export async function excuseBatch(deps: MergeDeps, queue: Queue, base: string): Promise<boolean> {
  // Halves of a red batch: the branch was found sound before it was split.
  if (queue.landing.some(({ journal }) => journal.split === true)) return false;
  if (await passedBefore(deps, queue, base)) return false;
  const logTail = await failOn(deps, queue, base);
  if (logTail === null) return false;
  await deps.store.write(async (tx) => {
    for (const { id, journal } of queue.landing) {
      const runs = [...(journal.runs ?? []), 'excused' as const];
      await updateMerge(tx, { id, expected: 'LANDING', change: { journal: { ...journal, runs } } });
    }
    await tellHuman(tx, deps, { queue, base, logTail });
  });
  return true;
}

/** What was tested before it landed is where the branch is now. */
async function passedBefore(deps: MergeDeps, { epic }: Queue, base: string): Promise<boolean> {
  const landed = await listMerges(deps.store, { epicId: epic.id, states: ['LANDED'] });
  return landed.some(({ journal }) => journal.tip === base && journal.runs?.at(-1) === 'passed');
}

/** The end of what the tests print on the branch itself when they fail there, twice like on the batch; else null. */
async function failOn(deps: MergeDeps, queue: Queue, sha: string): Promise<string | null> {
  const { project, epic } = queue;
  const members = queue.landing.map(({ taskId }) => taskId);
  for (const again of [false, true]) {
    const run = await testCommit(deps, { project, epicId: epic.id, sha, members, again });
    if (run.ok) return null;
    if (!again) continue;
    if (run.ran && run.setUp) return run.logTail;
    // What ran on the batch was no test of it either: next time it is tried from the start.
    await returnBatch(deps, queue.landing, 'Its tests could not be run.');
    if (!run.setUp) throw notSetUp(epic.branchName, run.logTail);
    await deps.store.write((tx) => tellUnrunnable(tx, deps.newId, { project, ...run }));
    throw unrunnable({ project, ...run });
  }
  return null;
}

/** A registry that is away, a full disk: nobody's work, and it may pass. */
function notSetUp(branch: string, logTail: string): FactoryError {
  return new FactoryError(
    'WRONG_STATE',
    `The set-up command fails on ${branch} as it is, so merges cannot be tested.`,
    "Correct it in the project's settings, or what it needs. The merge is tried again by itself.",
    { data: { logTail: logTail.slice(-1000) } },
  );
}

/** Once for each epic and wording of the command. */
async function tellHuman(
  tx: Tx,
  deps: Pick<MergeDeps, 'newId'>,
  { queue, base, logTail }: { queue: Queue; base: string; logTail: string },
): Promise<void> {
  const { project, epic } = queue;
  const subject = `Tests fail without any new work: ${project.testCommand}`.slice(0, 200);
  const known = await listMail(tx, { projectId: project.id, toParty: 'HUMAN', subject, limit: 100 });
  if (known.some(({ taskId }) => taskId === epic.id)) return;
  await postMail(tx, deps.newId, {
    projectId: project.id,
    taskId: epic.id,
    kind: 'failure',
    from: { party: 'SYSTEM' },
    to: { party: 'HUMAN' },
    subject,
    body: `\`${project.testCommand}\` fails on ${epic.branchName} (${base}) as it is, twice, so it says nothing about the work of “${epic.title}”. Approved work lands all the same, and the final pull request will say that its tests fail. Mend the tests on ${epic.baseBranch}, or correct the test command in the project's settings.\n\nThe end of the output:\n\n${logTail.slice(-2000)}`,
  });
}
