import { expect, it } from 'vitest';
import { chooseFontSize } from './chooseFontSize';

const choose = (
  width: number,
  height: number,
  more: { cols?: number; rows?: number; wanted?: number } = {},
) =>
  chooseFontSize({
    space: { width, height },
    cols: 160,
    rows: 48,
    cellAt: (size) => ({ width: size * 0.6, height: Math.ceil(size * 1.17) }),
    wanted: 13,
    smallest: 11,
    bar: 14,
    ...more,
  });

it('is what the user likes where everything fits', () => {
  expect(choose(1400, 900)).toBe(13);
  expect(choose(1400, 900, { wanted: 9 })).toBe(9);
});

it('is as much smaller as it takes to see every column and every line', () => {
  expect(choose(1180, 900)).toBe(12);
  expect(choose(1400, 700)).toBe(11.5);
});

it('uses the height where the columns do not fit with the smallest text that can be read', () => {
  expect(choose(806, 900)).toBe(13);
  expect(choose(806, 735)).toBe(12.5);
  expect(choose(345, 400)).toBe(11);
});

it('shows as many lines as it can where only the columns fit', () => {
  expect(choose(1400, 300)).toBe(11);
});
