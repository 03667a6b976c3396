/** Places of which each group has so many. Whoever waits for one gets it in the order in which it came. */
export function createPlaces(sizeOf: (group: string) => number) {
  const taken = new Map<string, number>();
  const waiting = new Map<string, Set<() => void>>();

  /** True when there was one. Those who wait come first. */
  function tryTake(group: string): boolean {
    const busy = taken.get(group) ?? 0;
    if (busy >= sizeOf(group) || (waiting.get(group)?.size ?? 0) > 0) return false;
    taken.set(group, busy + 1);
    return true;
  }

  /** Waits for one. When the signal ends the waiting, none is taken and its reason is thrown. */
  async function take(group: string, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    if (tryTake(group)) return;
    const line = waiting.get(group) ?? new Set();
    waiting.set(group, line);
    await new Promise<void>((resolve, reject) => {
      const giveUp = (): void => {
        line.delete(enter);
        reject(signal?.reason);
      };
      const enter = (): void => {
        signal?.removeEventListener('abort', giveUp);
        resolve();
      };
      line.add(enter);
      signal?.addEventListener('abort', giveUp, { once: true });
    });
  }

  /** It goes to whoever waits longest. */
  function leave(group: string): void {
    const line = waiting.get(group);
    const [next] = line ?? [];
    if (next !== undefined) {
      line?.delete(next);
      next();
      return;
    }
    const busy = (taken.get(group) ?? 1) - 1;
    if (busy > 0) taken.set(group, busy);
    else taken.delete(group);
    if (line?.size === 0) waiting.delete(group);
  }

  return {
    tryTake,
    take,
    leave,
    async within<T>(group: string, work: () => Promise<T>, signal: AbortSignal): Promise<T> {
      await take(group, signal);
      try {
        return await work();
      } finally {
        leave(group);
      }
    },
  };
}
