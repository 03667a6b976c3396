import { describe, expect, it } from 'vitest';
import { countCrashes, isCrash, restartDelayMs } from './crash';

const at = new Date('2030-01-01T12:00:00Z');
const ago = (minutes: number) => new Date(at.getTime() - minutes * 60_000);

describe('isCrash', () => {
  it.each([
    ['crashed', true],
    ['crashed: exit status 1', true],
    ['hung: no sign of life for 20 minutes', true],
    ['paused', false],
    ['usage_limit: resets at noon', false],
    ['crashedish', false],
    [null, false],
  ])('%s → %s', (reason, expected) => expect(isCrash(reason)).toBe(expected));
});

describe('countCrashes', () => {
  const ended = [ago(30), ago(9), ago(5), ago(1)].map((endedAt) => ({ endedAt, endReason: 'crashed: gone' }));
  it('counts those inside the window', () =>
    expect(countCrashes(ended, { at, windowMinutes: 10, forgivenAt: null })).toBe(3));
  it('forgives what was before Retry', () =>
    expect(countCrashes(ended, { at, windowMinutes: 10, forgivenAt: ago(2) })).toBe(1));
  it('neither counts nor forgives by what is dated ahead, since the clock was set back', () => {
    const ahead = [{ endedAt: ago(-480), endReason: 'crashed: gone' }];
    expect(countCrashes(ahead, { at, windowMinutes: 10, forgivenAt: null })).toBe(0);
    expect(countCrashes(ended, { at, windowMinutes: 10, forgivenAt: ago(-480) })).toBe(3);
  });
  it('counts nothing that was asked for', () =>
    expect(
      countCrashes([{ endedAt: ago(1), endReason: 'paused' }], { at, windowMinutes: 10, forgivenAt: null }),
    ).toBe(0));
});

it('restarts at once after the first crash and waits longer after each', () => {
  expect([1, 2, 3, 4, 9].map(restartDelayMs)).toEqual([0, 5000, 20_000, 60_000, 60_000]);
});
