import type { Vital } from '@/shared/system';
import type { Deps } from '../deps';

const EVERY_MS = 10_000;
/** An hour. */
const KEPT = 360;
const MB = 1024 * 1024;

/** Looks at the reconciler of this process every few seconds and remembers an hour of it, for the charts. */
export function keepVitals(
  deps: Pick<Deps, 'clock' | 'reconciler'>,
  everyMs = EVERY_MS,
): { read(): readonly Vital[]; stop(): Promise<void> } {
  const vitals: Vital[] = [];
  let before = { runs: 0, sumMs: 0 };
  const look = (): void => {
    const stats = deps.reconciler?.current?.stats();
    if (stats === undefined) return;
    const { runs, latency, queue } = stats;
    const fresh = runs - before.runs;
    vitals.push({
      at: deps.clock(),
      queue: queue.ready + queue.running,
      failing: queue.failing,
      runs: fresh,
      meanMs: fresh === 0 ? null : (latency.sumMs - before.sumMs) / fresh,
      memoryMb: process.memoryUsage().rss / MB,
    });
    if (vitals.length > KEPT) vitals.shift();
    before = { runs, sumMs: latency.sumMs };
  };
  const timer = setInterval(look, everyMs);
  timer.unref();
  return {
    read: () => vitals,
    async stop() {
      clearInterval(timer);
    },
  };
}
