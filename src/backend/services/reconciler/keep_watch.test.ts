import { expect, it } from 'vitest';
import { keepWatch } from './keep_watch';

it('begins anew after a break, and only then', () => {
  let at = new Date('2030-01-01T00:00:00Z');
  const start = at;
  const pass = (seconds: number) => {
    at = new Date(at.getTime() + seconds * 1000);
  };
  const watchedSince = keepWatch(() => at);
  for (let look = 0; look < 10; look += 1) {
    pass(30);
    expect(watchedSince()).toEqual(start);
  }
  pass(8 * 3600);
  const morning = at;
  expect(watchedSince()).toEqual(morning);
  pass(30);
  expect(watchedSince()).toEqual(morning);
  pass(-600);
  expect(watchedSince()).toEqual(morning);
});
