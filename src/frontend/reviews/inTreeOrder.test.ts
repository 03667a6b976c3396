import { expect, test } from 'vitest';
import { inTreeOrder } from './inTreeOrder';

test('files outside of any folder stand before the folders, and those of a folder together', () => {
  const files = ['b/one.ts', 'a.txt', 'b/c/two.ts', 'b/three.ts', 'z.txt'].map((path) => ({ path }));
  expect(inTreeOrder(files).map(({ path }) => path)).toEqual([
    'a.txt',
    'z.txt',
    'b/one.ts',
    'b/three.ts',
    'b/c/two.ts',
  ]);
});
