import { FactoryError } from '@/backend/domain/errors';
import type { Lease } from './generated/client';
import { remembered } from './store/remembered';
import type { Tx } from './store/store';

export type { Lease };

export type Claim = {
  name: string;
  holder: string;
  ttlMs: number;
  /** Whether that holder is known to be dead, so that its lease need not be waited for. */
  isGone?: (holder: string) => boolean;
};

/**
 * Takes the lease when it is free or has run out, renews it when it is ours, and says who has it otherwise.
 * The fence grows with every change of hands, so that what an earlier holder still wants to write can be told.
 */
export async function claimLease(tx: Tx, claim: Claim): Promise<Lease & { ours: boolean; taken: boolean }> {
  const present = await findLease(tx, claim.name);
  const expiresAt = new Date(tx.now.getTime() + claim.ttlMs);
  const { name, holder } = claim;
  if (present === null) {
    const row = await tx.client.lease.create({ data: { name, holder, fence: 1, expiresAt } });
    return { ...row, ours: true, taken: true };
  }
  if (present.holder === holder && present.expiresAt > tx.now) {
    const row = await tx.client.lease.update({ where: { name }, data: { expiresAt } });
    return { ...row, ours: true, taken: false };
  }
  const taken = present.expiresAt > tx.now && !claim.isGone?.(present.holder);
  if (taken) return { ...present, ours: false, taken: false };
  const fence = present.fence + 1;
  const row = await tx.client.lease.update({ where: { name }, data: { holder, fence, expiresAt } });
  return { ...row, ours: true, taken: true };
}

/** Lets go at once, so that the next server need not wait for the lease to run out. */
export async function releaseLease(tx: Tx, input: { name: string; holder: string }): Promise<void> {
  await tx.client.lease.updateMany({ where: input, data: { expiresAt: tx.now } });
}

/** Refuses a write of someone who is not the holder any more. Called inside the transaction it protects. */
export async function assertFence(
  tx: Tx,
  input: { name: string; holder: string; fence: number },
): Promise<void> {
  const lease = await findLease(tx, input.name);
  if (lease?.holder === input.holder && lease.fence === input.fence) return;
  throw new FactoryError(
    'READ_ONLY',
    'Another server has taken over, so this one may not write any more.',
    'Use the other one, or stop it and wait ten seconds.',
    { data: { holder: lease?.holder ?? null } },
  );
}

export const findLease = remembered(
  ['Lease'],
  (db, name: string): Promise<Lease | null> => db.client.lease.findUnique({ where: { name } }),
);
