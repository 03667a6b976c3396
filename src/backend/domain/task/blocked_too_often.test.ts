import { describe, expect, it } from 'vitest';
import { isBlockedTooOften } from './blocked_too_often';

const at = new Date('2026-11-18T12:00:00Z');
const ago = (minutes: number) => new Date(at.getTime() - minutes * 60_000);
const blocked = (...minutes: number[]) => minutes.map((m) => ({ state: 'BLOCKED', endedAt: ago(m) }));

describe('a worker that is blocked once more', () => {
  it.each([
    ['for the first time', [], null, false],
    ['for the fourth time in an hour', blocked(3, 2, 1), null, false],
    ['for the fifth time in an hour', blocked(4, 3, 2, 1), null, true],
    ['now and then over a day', blocked(600, 400, 300, 61), null, false],
    ['after somebody retried it', blocked(40, 30, 20, 1), ago(10), false],
    [
      'after attempts that ended otherwise',
      [...blocked(3, 2, 1), { state: 'FAILED', endedAt: ago(1) }],
      null,
      false,
    ],
    [
      'while another attempt is under way',
      [...blocked(3, 2, 1), { state: 'BLOCKED', endedAt: null }],
      null,
      false,
    ],
  ])('%s', (_, attempts, forgivenAt, expected) => {
    expect(isBlockedTooOften(attempts, { at, forgivenAt })).toBe(expected);
  });
});
