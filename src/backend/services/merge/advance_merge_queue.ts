import { judgeRuns } from '@/backend/domain/merge/batch';
import { isEnded } from '@/backend/domain/task/transitions';
import { updateMerge } from '@/backend/resource_accessors/merge_request.accessor';
import type { Outside } from '../reconciler/outside';
import type { PortOutcome } from '../reconciler/ports';
import { buildBatch } from './build_batch';
import { finishBatch } from './finish_batch';
import { landBatch } from './land_batch';
import { type MergeDeps, type Queue, readQueue, type Step } from './queue';
import { returnBatch } from './return_batch';
import { settleRed } from './settle_red';
import { testBatch } from './test_batch';
import { verifyMembers } from './verify_members';

/**
 * Takes an epic's merge queue as far as it goes. Every turn of the loop reads rows and branches anew and takes one
 * step, so it does not matter where the last call, or the last server, stopped.
 */
export async function advanceMergeQueue(
  given: MergeDeps,
  input: { epicId: string; outside?: Outside | undefined },
): Promise<PortOutcome> {
  const deps = { ...given, outside: input.outside };
  for (;;) {
    const queue = await readQueue(deps, input.epicId);
    if ('kind' in queue) return queue;
    const step = await takeStep(deps, queue);
    if (step !== 'again') return step;
  }
}

async function takeStep(deps: MergeDeps, queue: Queue): Promise<Step> {
  const { landing, repo, tip } = queue;
  const { journal } = landing[0] ?? {};
  if (journal?.tip === undefined || journal.base === undefined) {
    if (isEnded(queue.epic.state)) return closeQueue(deps, queue);
    return buildBatch(deps, queue);
  }
  const unmoved = tip === journal.base && tip !== journal.tip;
  if (!unmoved && (await deps.git.isAncestor({ repo, ancestor: journal.tip, descendant: tip }))) {
    return finishBatch(deps, queue, { base: journal.base, tip: journal.tip, followed: false });
  }
  if (!unmoved) return returnBatch(deps, landing, 'The epic branch moved.');
  if (!(await verifyMembers(deps, queue, landing))) return 'again';
  switch (judgeRuns(journal, landing.length)) {
    case 'run':
      return testBatch(deps, queue, { ...journal, base: journal.base, tip: journal.tip });
    case 'red':
      return settleRed(deps, queue, journal.base);
    case 'green':
      return landBatch(deps, queue, { base: journal.base, tip: journal.tip });
  }
}

/** The epic is over: nothing more lands on it. */
async function closeQueue(deps: MergeDeps, { waiting, epic }: Queue): Promise<Step> {
  await deps.store.write(async (tx) => {
    const change = { state: 'CANCELLED', reason: `The epic is ${epic.state}.`, batchId: null } as const;
    for (const { id } of waiting) await updateMerge(tx, { id, expected: 'QUEUED', change });
  });
  return { kind: 'done' };
}
