import { expect, it } from 'vitest';
import { backoffMs } from './backoff';

it('doubles and stays under a minute', () => {
  expect([0, 1, 2, 3, 8, 1000].map(backoffMs)).toEqual([0, 500, 1000, 2000, 60_000, 60_000]);
});
