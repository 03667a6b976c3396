import { findOrchestrator } from '@/backend/resource_accessors/agent.accessor';
import { type Condition, listConditions } from '@/backend/resource_accessors/condition.accessor';
import { findLease } from '@/backend/resource_accessors/lease.accessor';
import { readTotals, type Totals } from '@/backend/resource_accessors/observe/read_totals';
import { listFailures, type QueueItem } from '@/backend/resource_accessors/queue.accessor';
import type { Deps } from '../deps';
import type { LeaseState, QueueDepth } from '../reconciler/handle';
import { LEASE } from '../reconciler/lease';
import type { ReconcilerStats } from '../reconciler/stats';

export type Health = {
  status: 'healthy' | 'unhealthy' | 'nobody_in_charge';
  words: string;
  at: Date;
  /** What this process may do: act, look on while another acts, or serve pages only. */
  role: 'in_charge' | 'looking_on' | 'pages_only';
  lease: LeaseState;
  reconciler: (ReconcilerStats & { queue: QueueDepth }) | null;
  orchestratorId: string | null;
  conditions: Condition[];
  failing: QueueItem[];
  totals: Totals;
};

/** The state of the whole, from the rows and from the reconciler of this process, if it runs one. */
export async function readHealth(deps: Pick<Deps, 'store' | 'clock' | 'reconciler'>): Promise<Health> {
  const at = deps.clock();
  const handle = deps.reconciler?.current ?? null;
  const [row, orchestrator, conditions, failing, totals] = await Promise.all([
    findLease(deps.store, LEASE.name),
    findOrchestrator(deps.store),
    listConditions(deps.store, { subjectKind: 'SYSTEM', status: true }),
    listFailures(deps.store),
    readTotals(deps.store),
  ]);
  const held = row !== null && row.expiresAt > at;
  const lease = handle?.lease() ?? {
    inCharge: false,
    heldByOther: held,
    holder: row?.holder ?? null,
    fence: row?.fence ?? 0,
  };
  const status = !held ? 'nobody_in_charge' : conditions.length > 0 ? 'unhealthy' : 'healthy';
  return {
    status,
    words: wordsFor(status, { lease, conditions, isOurs: handle !== null }),
    at,
    role: handle === null ? 'pages_only' : lease.inCharge ? 'in_charge' : 'looking_on',
    lease,
    reconciler: handle?.stats() ?? null,
    orchestratorId: orchestrator?.id ?? null,
    conditions,
    failing,
    totals,
  };
}

function wordsFor(
  status: Health['status'],
  facts: { lease: LeaseState; conditions: readonly Condition[]; isOurs: boolean },
): string {
  if (status === 'nobody_in_charge') {
    return 'No server drives the agents now. Start one with npm start; running agents go on by themselves.';
  }
  if (status === 'unhealthy') return facts.conditions.map((condition) => condition.message).join(' ');
  if (facts.isOurs && !facts.lease.inCharge) {
    return `Another server (${facts.lease.holder}) is in charge; this one only shows what happens.`;
  }
  return 'Everything runs.';
}
