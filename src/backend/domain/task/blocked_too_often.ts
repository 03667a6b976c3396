import { elapsedMs } from '@/backend/domain/time/elapsed';

export const MOST_BLOCKS = 5;
const WINDOW_MS = 60 * 60_000;

type Attempt = { state: string; endedAt: Date | null };

/**
 * Whether a worker that is blocked once more goes in circles: it asks, is answered, and is blocked again. Each round
 * costs a turn of two agents, and nobody else would notice. What was before somebody retried it does not count.
 */
export function isBlockedTooOften(
  attempts: readonly Attempt[],
  window: { at: Date; forgivenAt: Date | null },
): boolean {
  const { at, forgivenAt } = window;
  const counted = attempts.filter(
    ({ state, endedAt }) =>
      state === 'BLOCKED' &&
      endedAt !== null &&
      elapsedMs(endedAt, at) < WINDOW_MS &&
      (forgivenAt === null || endedAt > forgivenAt),
  );
  return counted.length + 1 >= MOST_BLOCKS;
}
