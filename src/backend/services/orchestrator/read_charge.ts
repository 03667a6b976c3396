import { findLease } from '@/backend/resource_accessors/lease.accessor';
import type { Deps } from '../deps';
import { LEASE } from '../reconciler/lease';

export type Charge = {
  /** acts: all is well. looks_on: another server acts, this one refuses changes. nobody: changes wait until one does. */
  state: 'acts' | 'looks_on' | 'nobody';
  holder: string | null;
};

/** Who drives the agents, as this server sees it. */
export async function readCharge(deps: Pick<Deps, 'store' | 'clock' | 'reconciler'>): Promise<Charge> {
  const lease = deps.reconciler?.current?.lease();
  // Neither in charge nor held by another is the moment before the first claim.
  if (lease !== undefined) return { state: lease.heldByOther ? 'looks_on' : 'acts', holder: lease.holder };
  const row = await findLease(deps.store, LEASE.name);
  const driven = row !== null && row.expiresAt > deps.clock();
  return { state: driven ? 'acts' : 'nobody', holder: row?.holder ?? null };
}
