import type { Prisma } from './generated/client';
import { remembered } from './store/remembered';
import type { Tx } from './store/store';

/** The value as it was stored, to be parsed by whoever knows its shape; undefined when it was never set. */
export const readSetting = remembered(['Setting'], async (db, key: string): Promise<unknown> => {
  const row = await db.client.setting.findUnique({ where: { key } });
  return row?.value;
});

export async function writeSetting(tx: Tx, key: string, value: Prisma.InputJsonValue): Promise<void> {
  const data = { value, updatedAt: tx.now };
  await tx.client.setting.upsert({ where: { key }, create: { key, ...data }, update: data });
  tx.append({ kind: 'setting.updated', payload: { key } });
}
