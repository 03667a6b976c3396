import type { QueueItem } from './generated/client';
import type { Db, Tx } from './store/store';

export type { QueueItem };

/** Remembers that a key failed, so that a restart neither forgets its backoff nor starts a storm. */
export async function saveFailure(
  tx: Tx,
  input: { key: string; failures: number; dueAt: Date; lastError: string },
): Promise<void> {
  const { key, ...rest } = input;
  const data = { ...rest, updatedAt: tx.now };
  await tx.client.queueItem.upsert({ where: { key }, create: { key, ...data }, update: data });
}

export async function clearFailure(tx: Tx, key: string): Promise<void> {
  await tx.client.queueItem.deleteMany({ where: { key } });
}

export function listFailures(db: Db): Promise<QueueItem[]> {
  return db.client.queueItem.findMany({ orderBy: { dueAt: 'asc' } });
}
