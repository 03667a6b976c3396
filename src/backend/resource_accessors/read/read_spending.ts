import type { Prisma } from '../generated/client';
import type { Db } from '../store/store';

export type SpendingHour = { hour: Date; costUsd: number; inputTokens: number; outputTokens: number };

/** What the agents of an epic used, hour by hour, the hours without any left out. */
export async function readSpending(db: Db, input: { epicId: string }): Promise<SpendingHour[]> {
  const ofEpic: Prisma.TaskWhereInput = { OR: [{ id: input.epicId }, { parentId: input.epicId }] };
  const rows = await db.client.usage.groupBy({
    by: ['hour'],
    where: { session: { is: { agent: { is: { task: { is: ofEpic } } } } } },
    _sum: { costUsd: true, inputTokens: true, outputTokens: true },
    orderBy: { hour: 'asc' },
  });
  return rows.map(({ hour, _sum }) => ({
    hour,
    costUsd: _sum.costUsd ?? 0,
    inputTokens: _sum.inputTokens ?? 0,
    outputTokens: _sum.outputTokens ?? 0,
  }));
}
