import { backoffMs } from '@/backend/domain/backoff';
import type { Key } from './key';
import type { Outcome } from './outcome';
import type { Outside } from './outside';
import { createPlaces } from './places';

export type Failure = { key: Key; failures: number; dueAt: Date; error: unknown };

export type QueueOptions = {
  run(key: Key, outside: Outside): Promise<Outcome>;
  clock(): Date;
  /** Keys of different lanes never wait for each other; each lane runs at most so many at once. */
  laneOf(key: Key): string;
  lanes: Record<string, number>;
  onFailure(failure: Failure): Promise<void>;
  /** Called when a key that had failed succeeds. */
  onRecovered(key: Key): Promise<void>;
  onTerminal(key: Key, reason: string): Promise<void>;
  /** Told of an error in one of the three above, which must not stop the queue. */
  onPanic(error: unknown): void;
};

// Beyond 24.8 days a timer of Node fires at once; the sweep looks again long before.
const LONGEST_TIMER_MS = 86_400_000;

type Entry = {
  running: boolean;
  /** Woken during a run: run once more, however often it was woken. */
  again: boolean;
  failures: number;
  /**
   * Not before this time, because it failed. Wakes do not shorten it, or a failing key would spin. By the monotonic
   * clock: a wall clock that is set back would make half a second last for hours.
   */
  heldUntil: number;
  ended: boolean;
  timer: NodeJS.Timeout | null;
};

/** Runs keys: each at most once at a time, at most a few at once, and never forgets one that was woken. */
export function createQueue(options: QueueOptions) {
  const entries = new Map<Key, Entry>();
  const ready = new Map<string, Set<Key>>();
  const sizeOf = (lane: string): number => options.lanes[lane] ?? 1;
  const places = createPlaces(sizeOf);
  /** What is done outside a lane has as many places there for each share as the lane has. */
  const shares = createPlaces((share) => sizeOf(share.slice(0, share.indexOf(' '))));
  const idle = new Set<() => void>();
  let working = 0;
  let stopped = false;

  function entryOf(key: Key): Entry {
    let entry = entries.get(key);
    if (!entry) {
      entry = { running: false, again: false, failures: 0, heldUntil: 0, ended: false, timer: null };
      entries.set(key, entry);
    }
    return entry;
  }

  function wake(key: Key, source: 'change' | 'sweep' = 'change'): void {
    if (stopped) return;
    const entry = entryOf(key);
    if (entry.ended && source === 'sweep') return;
    entry.ended = false;
    if (entry.running) {
      entry.again = true;
      return;
    }
    const wait = entry.heldUntil - performance.now();
    if (wait > 0) {
      schedule(key, entry, wait);
      return;
    }
    if (entry.timer) clearTimeout(entry.timer);
    entry.timer = null;
    const lane = options.laneOf(key);
    const set = ready.get(lane) ?? new Set();
    ready.set(lane, set.add(key));
    pump(lane);
  }

  function schedule(key: Key, entry: Entry, ms: number): void {
    if (entry.timer) clearTimeout(entry.timer);
    entry.timer = setTimeout(
      () => {
        entry.timer = null;
        wake(key);
      },
      Math.min(ms, LONGEST_TIMER_MS),
    );
    entry.timer.unref();
  }

  function pump(lane: string): void {
    const set = ready.get(lane);
    for (const key of set ?? []) {
      if (stopped || !places.tryTake(lane)) return;
      set?.delete(key);
      void work(key, lane);
    }
  }

  function leave(lane: string): void {
    places.leave(lane);
    pump(lane);
  }

  /** The key goes on counting as running, so it is not run a second time; its place is somebody else's meanwhile. */
  function outsideOf(lane: string): Outside {
    return async ({ share, signal }, work) => {
      leave(lane);
      try {
        return await shares.within(`${lane} ${share}`, work, signal);
      } finally {
        await places.take(lane);
      }
    };
  }

  async function work(key: Key, lane: string): Promise<void> {
    const entry = entryOf(key);
    entry.running = true;
    entry.again = false;
    working++;
    try {
      await settle(key, entry, await attempt(key, lane));
    } catch (error) {
      options.onPanic(error);
    }
    entry.running = false;
    working--;
    places.leave(lane);
    if (entry.again) wake(key);
    else if (entry.failures === 0 && entry.timer === null && !entry.ended) entries.delete(key);
    pump(lane);
    if (isIdle()) for (const tell of idle) tell();
  }

  async function attempt(key: Key, lane: string): Promise<Outcome | { kind: 'failed'; error: unknown }> {
    try {
      return await options.run(key, outsideOf(lane));
    } catch (error) {
      return { kind: 'failed', error };
    }
  }

  async function settle(
    key: Key,
    entry: Entry,
    outcome: Outcome | { kind: 'failed'; error: unknown },
  ): Promise<void> {
    if (outcome.kind === 'failed') {
      const failures = ++entry.failures;
      const wait = backoffMs(failures);
      hold(key, entry, wait);
      const dueAt = new Date(options.clock().getTime() + wait);
      return options.onFailure({ key, failures, dueAt, error: outcome.error });
    }
    entry.heldUntil = 0;
    switch (outcome.kind) {
      case 'done':
        break;
      case 'retryAfter':
        schedule(key, entry, outcome.ms);
        break;
      case 'terminal':
        entry.ended = true;
        await options.onTerminal(key, outcome.reason);
        break;
    }
    if (entry.failures > 0) await recover(key, entry);
  }

  /** Until it is written down that it works again, it counts as failing: a full disk would leave it said for ever. */
  async function recover(key: Key, entry: Entry): Promise<void> {
    try {
      await options.onRecovered(key);
      entry.failures = 0;
    } catch (error) {
      options.onPanic(error);
      schedule(key, entry, backoffMs(1));
    }
  }

  function hold(key: Key, entry: Entry, ms: number): void {
    entry.heldUntil = performance.now() + ms;
    schedule(key, entry, ms);
  }

  function isIdle(): boolean {
    return working === 0 && [...ready.values()].every((set) => set.size === 0);
  }

  return {
    wake,
    /** Looks at a key at a later time, unless it will be looked at before anyway. */
    remind(key: Key, at: Date): void {
      if (stopped) return;
      const entry = entryOf(key);
      if (entry.running || entry.ended || entry.timer || ready.get(options.laneOf(key))?.has(key)) return;
      schedule(key, entry, Math.max(0, at.getTime() - options.clock().getTime()));
    },
    /** Somebody asked for it anew: whatever backoff there was is over. */
    forgive(key: Key): void {
      const entry = entries.get(key);
      if (!entry) return;
      entry.heldUntil = 0;
      wake(key);
    },
    /** Backoff that an earlier process left behind. */
    restore(items: readonly { key: Key; failures: number; dueAt: Date }[]): void {
      for (const { key, failures, dueAt } of items) {
        const entry = entryOf(key);
        entry.failures = failures;
        const left = dueAt.getTime() - options.clock().getTime();
        hold(key, entry, Math.min(Math.max(0, left), backoffMs(failures)));
      }
    },
    stats(): { ready: number; running: number; delayed: number; failing: number } {
      const all = [...entries.values()];
      return {
        ready: [...ready.values()].reduce((sum, set) => sum + set.size, 0),
        running: all.filter((entry) => entry.running).length,
        delayed: all.filter((entry) => entry.timer !== null).length,
        failing: all.filter((entry) => entry.failures > 0).length,
      };
    },
    /** Resolves once nothing runs and nothing is ready; what waits for a time does not count. */
    async settled(): Promise<void> {
      while (!isIdle()) {
        await new Promise<void>((resolve) => {
          const tell = (): void => {
            idle.delete(tell);
            resolve();
          };
          idle.add(tell);
        });
      }
    },
    /** Starts nothing more, and waits for what runs. */
    async stop(): Promise<void> {
      stopped = true;
      for (const set of ready.values()) set.clear();
      for (const entry of entries.values()) if (entry.timer) clearTimeout(entry.timer);
      await this.settled();
    },
  };
}
