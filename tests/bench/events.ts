import { openStore } from '@/backend/resource_accessors/store/open_store';
import type { Store } from '@/backend/resource_accessors/store/store';
import { addTestProject, addTestTask, openTestStore } from '../support/store';
import { type Figure, figure, percentile, timed } from './figure';

const ROUNDS = 100;

/** From the commit of a change until a follower of the event table has it. */
export async function benchEvents(): Promise<Figure[]> {
  const { store, file, close } = await openTestStore();
  const other = await openStore({ file, clock: () => new Date() });
  const project = await store.write((tx) => addTestProject(tx));
  const change = () => store.write((tx) => addTestTask(tx, { projectId: project.id }));
  const commit: number[] = [];
  for (let n = 0; n < ROUNDS; n++) commit.push(await timed(change));
  const near = await follow(store, change);
  const far = await follow(other, change);
  await other.close();
  await close();
  const floor = percentile(commit, 0.5);
  const floorOf = 'one commit of a change by itself (p50)';
  return [
    figure({
      name: 'commit until a follower in the same process, p95',
      unit: 'ms',
      value: percentile(near, 0.95),
      floor,
      floorOf,
    }),
    figure({
      name: 'commit until a follower on another connection, p95',
      unit: 'ms',
      value: percentile(far, 0.95),
      floor,
      floorOf,
    }),
  ];
}

async function follow(store: Store, change: () => Promise<unknown>): Promise<number[]> {
  const stop = new AbortController();
  const events = store.tail.follow(store.tail.last(), stop.signal);
  const samples: number[] = [];
  for (let n = 0; n < ROUNDS; n++) {
    await change();
    const committed = performance.now();
    await events.next();
    samples.push(performance.now() - committed);
  }
  stop.abort();
  return samples;
}
