import { expect, test } from 'vitest';
import { createFlow } from './flow';

function flowWithLog() {
  const log: string[] = [];
  const flow = createFlow({ pause: () => log.push('pause'), resume: () => log.push('resume') });
  return { flow, log };
}

test('the source stops once at the high mark and goes on once at the low one', () => {
  const { flow, log } = flowWithLog();
  for (let index = 0; index < 20; index += 1) flow.sent(64 * 1024);
  expect(log).toEqual(['pause']);
  flow.acked(600 * 1024);
  expect(log).toEqual(['pause']);
  flow.acked(600 * 1024);
  expect(log).toEqual(['pause', 'resume']);
  expect(flow.pending()).toBe(80 * 1024);
});

test('claiming to have taken more than was sent buys nothing', () => {
  const { flow, log } = flowWithLog();
  flow.acked(1e12);
  flow.sent(512 * 1024);
  expect(log).toEqual(['pause']);
  expect(flow.pending()).toBe(512 * 1024);
});
