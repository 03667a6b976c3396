import { expect, it } from 'vitest';
import { retryPause } from './retry_pause';

it('waits longer each time, and gives up after half an hour', () => {
  const seconds = [1, 2, 3, 4, 5].map((failures) => (retryPause(failures) ?? 0) / 1000);
  expect(seconds).toEqual([5, 20, 80, 320, 1280]);
  expect(retryPause(6)).toBeNull();
});
