import { expect, it } from 'vitest';
import { describeLeftOut, findLeftOut } from './left_out';

const done = (title: string) => ({ title, state: 'COMPLETED' as const });
const failed = (title: string) => ({ title, state: 'FAILED' as const });
const cancelled = (title: string, dropped = false) => ({ title, state: 'CANCELLED' as const, dropped });
const describe = (...tasks: Parameters<typeof findLeftOut>[0]) => describeLeftOut(findLeftOut(tasks));

it('says nothing when everything is in, or was taken out of the plan by the reader', () => {
  expect(describe()).toBeNull();
  expect(describe(done('Add'), cancelled('Root', true))).toBeNull();
});

it('names what is missing, and counts as progress does', () => {
  expect(describe(done('Add'), done('Subtract'), done('Multiply'), failed('Divide'))).toBe(
    '1 of 4 subtasks failed: “Divide”. It is not in this.',
  );
  expect(describe(done('Add'), cancelled('Divide'))).toBe(
    '1 subtask was cancelled: “Divide”. It is not in this.',
  );
  expect(describe(done('Add'), failed('Divide'), cancelled('Root'), cancelled('Power'))).toBe(
    '1 of 2 subtasks failed: “Divide”; 2 were cancelled: “Root”, “Power”. They are not in this.',
  );
});

it('does not name them without end', () => {
  expect(describe(...['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(failed))).toBe(
    '7 of 7 subtasks failed: “a”, “b”, “c”, “d”, “e” and 2 more. They are not in this.',
  );
});
