import { expect, it } from 'vitest';
import { clockTime } from './clock_time';

it('shows the time, with the day where it is not within one', () => {
  const at = new Date(2026, 2, 4, 23, 59);
  expect(clockTime(new Date(2026, 2, 5, 5, 12), at)).toBe('05:12');
  expect(clockTime(new Date(2026, 2, 9, 5, 2), at)).toBe('2026-03-09 05:02');
});
