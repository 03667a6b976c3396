import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { FactoryEvent } from '@/shared/event';
import { type Connection, createLiveStream, type LiveStreamDeps } from './createLiveStream';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const event = (seq: number): FactoryEvent => ({
  seq,
  kind: 'task.state',
  projectId: null,
  epicId: null,
  taskId: null,
  agentId: null,
  payload: {},
  at: new Date(0),
});

const DOWN = async () => {
  throw new Error('down');
};

async function world(first: () => Promise<{ lastSeq: number; events: FactoryEvent[] }> = DOWN) {
  const seen: number[] = [];
  const connections: Connection[] = [];
  const opened: (number | undefined)[] = [];
  let handlers: Parameters<LiveStreamDeps['subscribe']>[1] | undefined;
  let gaps = 0;
  let answer = first;
  const stream = createLiveStream({
    subscribe: (afterSeq, given) => {
      opened.push(afterSeq);
      handlers = given;
      return () => {};
    },
    since: () => answer(),
    onEvents: (events) => seen.push(...events.map((each) => each.seq)),
    onGap: () => {
      gaps += 1;
    },
    onConnection: (connection) => connections.push(connection),
  });
  await vi.advanceTimersByTimeAsync(0);
  return {
    stream,
    seen,
    connections,
    opened,
    gaps: () => gaps,
    server: () => handlers ?? expect.fail('nothing subscribed'),
    answerWith: (next: typeof answer) => {
      answer = next;
    },
  };
}

it('starts from the number it was told first, and has nothing to read again', async () => {
  const { stream, server, opened, seen, gaps } = await world(async () => ({ lastSeq: 5, events: [] }));
  expect(opened).toEqual([5]);
  server().onStarted();
  server().onEvent(event(6));
  expect(seen).toEqual([6]);
  expect(gaps()).toBe(0);
  stream.stop();
});

it('goes on from the last number after the stream gave up, and sees nothing twice', async () => {
  const { stream, server, opened, seen, connections, gaps } = await world();
  server().onStarted();
  expect(gaps()).toBe(1);
  server().onEvent(event(7));
  server().onEvent(event(8));
  server().onEnded();
  await vi.advanceTimersByTimeAsync(1000);
  expect(opened).toEqual([undefined, 8]);
  server().onStarted();
  server().onEvent(event(8));
  server().onEvent(event(9));
  expect(seen).toEqual([7, 8, 9]);
  expect(gaps()).toBe(1);
  expect(connections).toEqual(['live']);
  stream.stop();
});

it('asks every few seconds while the stream is down, and stops asking when it is back', async () => {
  const { stream, server, seen, connections, answerWith } = await world();
  server().onStarted();
  server().onEvent(event(1));
  server().onInterrupted();
  answerWith(async () => ({ lastSeq: 3, events: [event(2), event(3)] }));
  await vi.advanceTimersByTimeAsync(2500);
  expect(seen).toEqual([1, 2, 3]);
  expect(connections).toEqual(['live', 'polling']);
  answerWith(DOWN);
  await vi.advanceTimersByTimeAsync(3000);
  expect(connections).toEqual(['live', 'polling', 'offline']);
  server().onStarted();
  expect(connections.at(-1)).toBe('live');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(connections.at(-1)).toBe('live');
  stream.stop();
});

it('says it is offline when the first connection never comes', async () => {
  const { stream, connections } = await world();
  await vi.advanceTimersByTimeAsync(2500);
  expect(connections).toEqual(['offline']);
  stream.stop();
});
