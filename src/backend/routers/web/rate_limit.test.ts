import { expect, it } from 'vitest';
import { createRateLimit } from './rate_limit';

function limit(rate = { perSecond: 2, burst: 3 }) {
  let now = 1_000_000;
  const { take } = createRateLimit(rate, () => new Date(now));
  return {
    take,
    pass: (ms: number) => {
      now += ms;
    },
  };
}

it('lets a burst through, then as many as are earned', () => {
  const { take, pass } = limit();
  expect([take('a'), take('a'), take('a'), take('a')]).toEqual([0, 0, 0, 1]);
  pass(500);
  expect([take('a'), take('a')]).toEqual([0, 1]);
  pass(60_000);
  expect([take('a'), take('a'), take('a'), take('a')]).toEqual([0, 0, 0, 1]);
});

it('holds one caller back for its own calls only, and not for a clock that was put back', () => {
  const { take, pass } = limit({ perSecond: 1, burst: 1 });
  expect([take('a'), take('a'), take('b')]).toEqual([0, 1, 0]);
  pass(-3_600_000);
  expect(take('b')).toBe(1);
  pass(1000);
  expect(take('b')).toBe(0);
});

it('forgets the longest silent of a crowd', () => {
  const { take } = limit({ perSecond: 1, burst: 1 });
  take('first');
  for (let n = 0; n < 999; n += 1) take(`of a crowd ${n}`);
  expect(take('of a crowd 998')).toBe(1);
  take('one more');
  expect(take('first')).toBe(0);
});
