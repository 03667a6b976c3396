const BUCKETS_MS = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1000, 5000, 30_000] as const;

export type Histogram = { count: number; sumMs: number; buckets: { le: number; count: number }[] };

export type ReconcilerStats = {
  runs: number;
  failures: number;
  sweeps: number;
  lastSweepAt: Date | null;
  lastSweepMs: number | null;
  latency: Histogram;
};

/** Counts what the reconciler does, for the health page and the metrics. */
export function countStats() {
  const counts = BUCKETS_MS.map(() => 0);
  const stats = { runs: 0, failures: 0, sweeps: 0, sumMs: 0 };
  let lastSweepAt: Date | null = null;
  let lastSweepMs: number | null = null;
  return {
    ran(ms: number): void {
      stats.runs++;
      stats.sumMs += ms;
      BUCKETS_MS.forEach((le, n) => {
        if (ms <= le) counts[n] = (counts[n] ?? 0) + 1;
      });
    },
    failed(): void {
      stats.failures++;
    },
    swept(at: Date, ms: number): void {
      stats.sweeps++;
      lastSweepAt = at;
      lastSweepMs = ms;
    },
    read(): ReconcilerStats {
      const { runs, failures, sweeps, sumMs } = stats;
      const buckets = BUCKETS_MS.map((le, n) => ({ le, count: counts[n] ?? 0 }));
      return { runs, failures, sweeps, lastSweepAt, lastSweepMs, latency: { count: runs, sumMs, buckets } };
    },
  };
}
