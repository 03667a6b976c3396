import type { MergeRequest } from '@/backend/resource_accessors/merge_request.accessor';
import { updateMerge } from '@/backend/resource_accessors/merge_request.accessor';
import type { MergeDeps, Step } from './queue';

/** Back in line, in the same order, to be built anew on where the branch is now. Halves stay halves. */
export async function returnBatch(
  deps: MergeDeps,
  members: readonly MergeRequest[],
  reason: string,
): Promise<Step> {
  await deps.store.write(async (tx) => {
    for (const { id, journal, batchId } of members) {
      const change =
        journal.split === true
          ? { state: 'QUEUED' as const, journal: { split: true }, batchId, reason }
          : { state: 'QUEUED' as const, journal: {}, batchId: null, reason };
      await updateMerge(tx, { id, expected: 'LANDING', change });
    }
  });
  return 'again';
}
