import { describe, expect, it } from 'vitest';
import { formatAge, formatDuration } from './duration';
import { formatBytes, formatCount, formatMoney, formatMoneyMark, plural } from './number';
import { formatDay } from './time';

const now = new Date(2026, 10, 18, 12, 0, 0);
const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds);

describe('durations', () => {
  it.each([
    [-5, '0 s'],
    [12_400, '12 s'],
    [192_000, '3 m 12 s'],
    [180_000, '3 m'],
    [7_500_000, '2 h 5 m'],
    [356_400_000, '4 d 3 h'],
  ])('%d ms is %s', (span, words) => expect(formatDuration(span)).toBe(words));
});

describe('ages', () => {
  it.each([
    [ago(0), 'now'],
    [ago(-2_000), 'now'],
    [ago(-300_000), 'in 5 m'],
    [ago(40_000), '40 s'],
    [ago(3_599_000), '59 m'],
    [ago(5 * 3_600_000), '5 h'],
    [ago(3 * 86_400_000), '3 d'],
    [new Date(2026, 6, 4), 'Jul 4'],
    [new Date(2024, 6, 4), 'Jul 4, 2024'],
  ])('%s is %s', (at, words) => expect(formatAge(at, now.getTime())).toBe(words));

  it('names days by the calendar, not by 24 hours', () => {
    expect(formatDay(new Date(2026, 10, 18, 0, 1), now)).toBe('Today');
    expect(formatDay(new Date(2026, 10, 17, 23, 59), now)).toBe('Yesterday');
    expect(formatDay(new Date(2026, 10, 9), now)).toBe('Mon 9 Nov');
  });
});

describe('numbers', () => {
  it.each([
    [0, '$0'],
    [0.004, '<$0.01'],
    [2.306, '$2.31'],
    [999.5, '$999.50'],
    [1204.4, '$1,204'],
  ])('%d dollars', (usd, words) => expect(formatMoney(usd)).toBe(words));

  it.each([
    [0, '$0'],
    [0.000681, '$0.00068'],
    [0.015, '$0.015'],
    [0.4, '$0.40'],
    [2.31, '$2.31'],
  ])('%d dollars on a scale', (usd, words) => expect(formatMoneyMark(usd)).toBe(words));

  it.each([
    [0, '0'],
    [999, '999'],
    [12_400, '12.4k'],
    [999_499, '999k'],
    [999_600, '1M'],
    [3_140_000, '3.1M'],
    [2_500_000_000, '2.5G'],
  ])('%d things', (count, words) => expect(formatCount(count)).toBe(words));

  it('bytes and plurals', () => {
    expect(formatBytes(1536)).toBe('1.5 KB');
    expect(formatBytes(5 * 1024 ** 3)).toBe('5 GB');
    expect(plural(1, 'file')).toBe('1 file');
    expect(plural(1200, 'file')).toBe('1,200 files');
    expect(plural(2, 'entry', 'entries')).toBe('2 entries');
  });
});
