import { listConditions } from '@/backend/resource_accessors/condition.accessor';
import { readSetting } from '@/backend/resource_accessors/setting.accessor';
import type { Deps } from '../deps';

/** Where the relay to Inngest remembers how far it has come. */
export const INNGEST_CURSOR = 'inngest.cursor';

/** What makes the reconciler look: our own event table, the sweep, and Inngest where it is wanted. */
export async function readTriggers(deps: Pick<Deps, 'store' | 'reconciler' | 'inngest'>) {
  const newest = deps.store.tail.last();
  const stats = deps.reconciler?.current?.stats() ?? null;
  const [cursor, conditions] = await Promise.all([
    readSetting(deps.store, INNGEST_CURSOR),
    listConditions(deps.store, { subjectKind: 'SYSTEM', status: true }),
  ]);
  return {
    newestEvent: newest,
    /** Null: this process runs no reconciler. */
    sweep: stats === null ? null : { count: stats.sweeps, at: stats.lastSweepAt, tookMs: stats.lastSweepMs },
    inngest: {
      on: deps.inngest === true,
      /** Events it has not been told yet; null before the first. */
      behind: deps.inngest === true && typeof cursor === 'number' ? Math.max(0, newest - cursor) : null,
      trouble: conditions.find(({ type }) => type === 'InngestUnreachable')?.message ?? null,
    },
  };
}
