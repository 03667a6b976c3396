import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it } from 'vitest';
import type { Change } from './affects';
import { createRefresher } from './createRefresher';
import { holdGuess } from './guessed';

const clients: QueryClient[] = [];
afterEach(() => {
  for (const client of clients.splice(0)) client.clear();
});

const change: Change = { kind: 'task.state', projectId: 'p1', epicId: 'e1', taskId: 't1', agentId: null };
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

function setup() {
  const client = new QueryClient();
  clients.push(client);
  const frames: (() => void)[] = [];
  const refresher = createRefresher(client, (run) => frames.push(run));
  const gates: (() => void)[] = [];
  let fetches = 0;
  const observer = new QueryObserver(client, {
    queryKey: [['task', 'list'], { input: { projectId: 'p1' } }],
    queryFn: () => {
      fetches += 1;
      return new Promise<number>((resolve) => gates.push(() => resolve(fetches)));
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  observer.subscribe(() => {});
  return { client, refresher, frames, gates, count: () => fetches };
}

it('refetches once a frame, however many events', async () => {
  const { refresher, frames, gates, count } = setup();
  gates.shift()?.();
  await settle();
  for (let seq = 0; seq < 1000; seq += 1) refresher.changed([change]);
  expect(frames).toHaveLength(1);
  frames.shift()?.();
  expect(count()).toBe(2);
});

it('lets a running fetch finish and fetches once more', async () => {
  const { refresher, frames, gates, count } = setup();
  refresher.changed([change]);
  frames.shift()?.();
  refresher.changed([change]);
  frames.shift()?.();
  expect(count()).toBe(1);
  gates.shift()?.();
  await settle();
  expect(count()).toBe(2);
  gates.shift()?.();
  await settle();
  expect(count()).toBe(2);
});

it('leaves other projects alone', async () => {
  const { refresher, frames, gates, count } = setup();
  gates.shift()?.();
  await settle();
  refresher.changed([{ ...change, projectId: 'p2' }]);
  frames.shift()?.();
  expect(count()).toBe(1);
  refresher.everythingChanged();
  frames.shift()?.();
  expect(count()).toBe(2);
});

it('does not take a guess back, and refreshes again once it is settled', async () => {
  const { client, refresher, frames, gates, count } = setup();
  refresher.changed([change]);
  frames.shift()?.();
  const letGo = holdGuess(client.getQueryCache().getAll());
  // The look that was asked for while the first was under way, and one for a change that comes later.
  gates.shift()?.();
  await settle();
  refresher.changed([change]);
  frames.shift()?.();
  expect(count()).toBe(1);
  letGo();
  refresher.changed([change]);
  frames.shift()?.();
  expect(count()).toBe(2);
});
