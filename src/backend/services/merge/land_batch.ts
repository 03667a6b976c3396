import { FactoryError } from '@/backend/domain/errors';
import { listConditions, setCondition } from '@/backend/resource_accessors/condition.accessor';
import { idsOf } from '@/backend/resource_accessors/task.accessor';
import { tellDoer } from '../review/tell';
import { finishBatch } from './finish_batch';
import { DEFERRED, type MergeDeps, type Queue, type Step } from './queue';
import { returnBatch } from './return_batch';

const LOOK_AGAIN_MS = 15_000;

/** Moves the epic branch to the tested commit, if it is still where the batch was built, and its checkout with it. */
export async function landBatch(
  deps: MergeDeps,
  queue: Queue,
  batch: { base: string; tip: string },
): Promise<Step> {
  const { landing, repo, epic } = queue;
  deps.checkpoint?.('about to land');
  try {
    const numbers = landing.length === 1 ? 'a task' : `${landing.length} tasks`;
    await deps.git.landRef({
      repo,
      branch: epic.branchName,
      to: batch.tip,
      expected: batch.base,
      reason: `landed ${numbers}`,
    });
  } catch (thrown) {
    if (!(thrown instanceof FactoryError)) throw thrown;
    if (thrown.code === 'STALE') return returnBatch(deps, landing, 'The epic branch moved.');
    if (thrown.code === 'WRONG_STATE') return defer(deps, queue, thrown);
    throw thrown;
  }
  deps.checkpoint?.('landed');
  return finishBatch(deps, { ...queue, tip: batch.tip }, { ...batch, followed: true });
}

/** Somebody's uncommitted changes are in the way. They are asked once; nothing of theirs is touched. */
async function defer(deps: MergeDeps, { epic }: Queue, why: FactoryError): Promise<Step> {
  await deps.store.write(async (tx) => {
    const conditions = await listConditions(tx, { subjectKind: 'TASK', subjectIds: [epic.id], status: true });
    const told = conditions.some(({ type }) => type === DEFERRED);
    await setCondition(
      tx,
      {
        id: deps.newId(),
        subjectKind: 'TASK',
        subjectId: epic.id,
        type: DEFERRED,
        status: true,
        reason: 'checkout_in_the_way',
        message: why.sentence,
      },
      idsOf(epic),
    );
    if (told) return;
    await tellDoer(tx, deps.newId, epic, {
      kind: 'message',
      subject: 'Approved work waits for your worktree',
      body: `${why.message} Commit or discard those changes; the merge goes on by itself.`,
    });
  });
  return { kind: 'wait', afterMs: LOOK_AGAIN_MS };
}
