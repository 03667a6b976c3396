import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { type Key, keyOf } from './key';
import { DONE } from './outcome';
import { createQueue, type Failure, type QueueOptions } from './queue';

function build(run: QueueOptions['run'], other: Partial<QueueOptions> = {}) {
  const failures: Failure[] = [];
  const recovered: Key[] = [];
  const panics: unknown[] = [];
  const queue = createQueue({
    run,
    clock: () => new Date(),
    laneOf: (key) => (key.startsWith('merge') ? 'merge' : 'main'),
    lanes: { main: 2, merge: 1 },
    onFailure: async (failure) => void failures.push(failure),
    onRecovered: async (key) => void recovered.push(key),
    onTerminal: async () => undefined,
    onPanic: (error) => void panics.push(error),
    ...other,
  });
  return { queue, failures, recovered, panics };
}

const task = keyOf.task;
const PATIENCE = { timeout: 30_000 };

describe('queue', () => {
  it('never runs a key twice at once and reruns it exactly once, however often it was woken meanwhile', async () => {
    let running = 0;
    let runs = 0;
    const { queue } = build(async () => {
      expect(++running).toBe(1);
      runs++;
      await sleep(5);
      running--;
      return DONE;
    });
    queue.wake(task('a'));
    await Promise.resolve();
    for (let n = 0; n < 50; n++) queue.wake(task('a'));
    await queue.settled();
    expect(runs).toBe(2);
  });

  it('runs at most so many at once, and a slow lane delays no other', async () => {
    let most = 0;
    let now = 0;
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const done: Key[] = [];
    const { queue } = build(async (key) => {
      if (key.startsWith('merge')) await gate;
      else {
        most = Math.max(most, ++now);
        await sleep(2);
        now--;
      }
      done.push(key);
      return DONE;
    });
    queue.wake(keyOf.merge('slow'));
    for (let n = 0; n < 10; n++) queue.wake(task(`t${n}`));
    await vi.waitFor(() => expect(done).toHaveLength(10), PATIENCE);
    expect(most).toBe(2);
    release();
    await queue.settled();
    expect(done.at(-1)).toBe('merge:slow');
  });

  it('what is done outside takes no place of others, has places of its own, and counts as running', async () => {
    const { signal } = new AbortController();
    const within = new Map<string, number>();
    const gates: (() => void)[] = [];
    const runs: Key[] = [];
    const { queue } = build(async (key, outside) => {
      runs.push(key);
      const share = key.slice('task:'.length, -1);
      if (share === 'quick') return DONE;
      await outside({ share, signal }, async () => {
        within.set(share, (within.get(share) ?? 0) + 1);
        await new Promise<void>((resolve) => gates.push(resolve));
        within.set(share, (within.get(share) ?? 0) - 1);
      });
      return DONE;
    });
    for (const name of ['slow1', 'slow2', 'slow3', 'other1', 'quick1']) queue.wake(task(name));
    await vi.waitFor(() => expect(runs).toHaveLength(5), PATIENCE);
    queue.wake(task('slow1'));
    await sleep(5);
    expect([...within]).toEqual([
      ['slow', 2],
      ['other', 1],
    ]);
    expect(queue.stats()).toMatchObject({ running: 4, ready: 0 });
    expect(runs).toHaveLength(5);
    let over = false;
    const stopped = queue.settled().then(() => {
      over = true;
    });
    for (let n = 0; n < 5; n++) {
      await vi.waitFor(() => expect(gates).not.toEqual([]), PATIENCE);
      expect(over).toBe(false);
      gates.shift()?.();
    }
    await stopped;
    expect(runs.filter((key) => key === 'task:slow1')).toHaveLength(2);
    expect([...within.values()]).toEqual([0, 0]);
  });

  it('nobody waits outside for a place that is not wanted any more', async () => {
    const ending = new AbortController();
    const ended: unknown[] = [];
    let release = (): void => undefined;
    const { queue } = build(async (key, outside) => {
      const { signal } = ending;
      const work = () => new Promise<void>((resolve) => (release = resolve));
      await outside({ share: 'one', signal }, work).catch((why: unknown) => ended.push([key, why]));
      return DONE;
    });
    for (const id of ['a', 'b']) queue.wake(keyOf.merge(id));
    await sleep(5);
    ending.abort('given up');
    await sleep(5);
    expect(ended).toEqual([['merge:b', 'given up']]);
    release();
    await queue.settled();
    expect(queue.stats()).toEqual({ ready: 0, running: 0, delayed: 0, failing: 0 });
  });

  it('counts a thrown error as a failure, tries again later, and tells when it recovered', async () => {
    let runs = 0;
    const { queue, failures, recovered, panics } = build(async () => {
      if (++runs === 1) throw new Error('no');
      return DONE;
    });
    queue.wake(task('a'));
    await queue.settled();
    expect(failures.map((failure) => failure.failures)).toEqual([1]);
    queue.wake(task('a'));
    expect(queue.stats().running).toBe(0);
    await vi.waitFor(() => expect(recovered).toEqual(['task:a']), PATIENCE);
    expect(panics).toEqual([]);
    await queue.stop();
  });

  it('goes on when telling of a failure fails itself', async () => {
    const seen: Key[] = [];
    const panics: unknown[] = [];
    const queue = createQueue({
      run: async (key) => {
        seen.push(key);
        throw new Error('no');
      },
      clock: () => new Date(),
      laneOf: () => 'main',
      lanes: { main: 1 },
      onFailure: async () => {
        throw new Error('disk full');
      },
      onRecovered: async () => undefined,
      onTerminal: async () => undefined,
      onPanic: (error) => void panics.push(error),
    });
    queue.wake(task('a'));
    queue.wake(task('b'));
    await queue.settled();
    expect(seen).toEqual(['task:a', 'task:b']);
    expect(panics).toHaveLength(2);
    await queue.stop();
  });

  it('says again that a key works until that is written down', async () => {
    let runs = 0;
    let full = true;
    const recovered: Key[] = [];
    const { queue, panics } = build(
      async () => {
        if (++runs === 1) throw new Error('no');
        return DONE;
      },
      {
        onRecovered: async (key) => {
          if (full) throw new Error('disk full');
          recovered.push(key);
        },
      },
    );
    queue.wake(task('a'));
    await vi.waitFor(() => expect(panics).not.toEqual([]), PATIENCE);
    expect(queue.stats().failing).toBe(1);
    full = false;
    await vi.waitFor(() => expect(recovered).toEqual(['task:a']), PATIENCE);
    await queue.settled();
    expect(queue.stats()).toEqual({ ready: 0, running: 0, delayed: 0, failing: 0 });
  });

  it('holds a failed key no longer for a clock that is set back', async () => {
    let offset = 0;
    let runs = 0;
    const clock = () => new Date(Date.now() + offset);
    const { queue, recovered } = build(
      async () => {
        if (++runs === 1) throw new Error('no');
        return DONE;
      },
      { clock },
    );
    queue.wake(task('a'));
    await queue.settled();
    offset = -8 * 3_600_000;
    await vi.waitFor(() => expect(recovered).toEqual(['task:a']), PATIENCE);
    queue.restore([{ key: task('b'), failures: 1, dueAt: new Date() }]);
    await vi.waitFor(() => expect(recovered).toEqual(['task:a', 'task:b']), PATIENCE);
    await queue.stop();
  });

  it('waits when told to, but a change comes first', async () => {
    const runs: number[] = [];
    const { queue } = build(async () => {
      runs.push(Date.now());
      return runs.length === 1 ? { kind: 'retryAfter', ms: 60_000, reason: 'later' } : DONE;
    });
    queue.wake(task('a'));
    await queue.settled();
    expect(queue.stats().delayed).toBe(1);
    queue.wake(task('a'));
    await queue.settled();
    expect(runs).toHaveLength(2);
    expect(queue.stats().delayed).toBe(0);
  });

  it('leaves an ended key alone until something changes', async () => {
    let runs = 0;
    const { queue } = build(async () => {
      runs++;
      return { kind: 'terminal', reason: 'no use' };
    });
    queue.wake(task('a'));
    await queue.settled();
    queue.wake(task('a'), 'sweep');
    await queue.settled();
    expect(runs).toBe(1);
    queue.wake(task('a'));
    await queue.settled();
    expect(runs).toBe(2);
  });

  it('keeps the backoff that an earlier process left', async () => {
    let runs = 0;
    const { queue } = build(async () => {
      runs++;
      return DONE;
    });
    queue.restore([{ key: task('a'), failures: 4, dueAt: new Date(Date.now() + 60_000) }]);
    queue.wake(task('a'));
    await queue.settled();
    expect(runs).toBe(0);
    await queue.stop();
  });

  it('runs every key that was woken, after it was woken, under any interleaving', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.nat(4), fc.nat(2)), { maxLength: 40 }), async (wakes) => {
        const world = new Map<Key, number>();
        const seen = new Map<Key, number>();
        const { queue } = build(async (key) => {
          const state = world.get(key) ?? 0;
          await sleep(0);
          seen.set(key, state);
          return DONE;
        });
        for (const [n, pause] of wakes) {
          const key = task(`k${n}`);
          world.set(key, (world.get(key) ?? 0) + 1);
          queue.wake(key);
          if (pause > 0) await sleep(0);
        }
        await queue.settled();
        expect(seen).toEqual(world);
      }),
      { numRuns: 60 },
    );
  });
});
