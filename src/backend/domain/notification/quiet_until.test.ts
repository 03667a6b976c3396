import { describe, expect, it } from 'vitest';
import { quietUntil } from './quiet_until';

const night = { on: true, from: '22:00', to: '08:00', timeZone: 'Europe/Berlin' };

describe('quietUntil', () => {
  it.each([
    ['before the night', '2026-01-10T20:59:00Z', null],
    ['at its first minute', '2026-01-10T21:00:00Z', '2026-01-11T07:00:00.000Z'],
    ['after midnight', '2026-01-11T02:30:40Z', '2026-01-11T07:00:00.000Z'],
    ['at its end', '2026-01-11T07:00:00Z', null],
    ['when the clocks go forward that night', '2026-03-28T22:00:00Z', '2026-03-29T06:00:00.000Z'],
    ['when they go back', '2026-10-24T22:00:00Z', '2026-10-25T07:00:00.000Z'],
  ])('%s', (_name, now, until) => {
    expect(quietUntil(new Date(now), night)?.toISOString() ?? null).toBe(until);
  });

  it('knows hours within one day, off, and hours of no length', () => {
    const noon = { on: true, from: '12:00', to: '13:00', timeZone: 'UTC' };
    expect(quietUntil(new Date('2026-01-10T12:30:00Z'), noon)?.toISOString()).toBe(
      '2026-01-10T13:00:00.000Z',
    );
    expect(quietUntil(new Date('2026-01-10T13:00:00Z'), noon)).toBeNull();
    expect(quietUntil(new Date('2026-01-10T12:30:00Z'), { ...noon, on: false })).toBeNull();
    expect(quietUntil(new Date('2026-01-10T12:30:00Z'), { ...noon, to: '12:00' })).toBeNull();
  });
});
