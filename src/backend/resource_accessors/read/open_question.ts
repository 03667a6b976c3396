import type { Prisma } from '../generated/client';

/** The newest question of an agent that the human has not answered. */
export const OPEN_QUESTION = {
  where: { state: 'OPEN' },
  orderBy: { createdAt: 'desc' },
  take: 1,
  select: { title: true },
} satisfies Prisma.Agent$escalationsArgs;
