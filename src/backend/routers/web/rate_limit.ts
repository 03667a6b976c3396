export type Rate = { perSecond: number; burst: number };

export type RateLimit = {
  /** Takes one; the seconds to wait when there is none left, otherwise 0. */
  take(key: string): number;
};

const MOST_KEYS = 1000;

/** So many at once, so many a second after that, for each caller. */
export function createRateLimit(rate: Rate, clock: () => Date): RateLimit {
  const buckets = new Map<string, { left: number; at: number }>();

  function leftOf(key: string, now: number): number {
    const bucket = buckets.get(key);
    if (!bucket) return rate.burst;
    // A clock that was put back gives nothing and takes nothing.
    const earned = (Math.max(now - bucket.at, 0) / 1000) * rate.perSecond;
    return Math.min(bucket.left + earned, rate.burst);
  }

  /** Whoever may invent keys must not fill our memory with them. The longest silent ones have the least to lose. */
  function makeRoom(): void {
    for (const key of buckets.keys()) {
      if (buckets.size < MOST_KEYS) return;
      buckets.delete(key);
    }
  }

  return {
    take(key) {
      const now = clock().getTime();
      const left = leftOf(key, now);
      // Removed and set anew, so that the map is in the order of last use.
      buckets.delete(key);
      makeRoom();
      buckets.set(key, { left: left < 1 ? left : left - 1, at: now });
      return left < 1 ? Math.ceil((1 - left) / rate.perSecond) : 0;
    },
  };
}
