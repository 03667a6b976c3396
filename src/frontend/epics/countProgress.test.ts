import { expect, it } from 'vitest';
import { countProgress } from './countProgress';

it('counts each subtask once, and none that was cancelled', () => {
  const states = [
    'COMPLETED',
    'REVIEW',
    'IN_PROGRESS',
    'IN_PROGRESS',
    'FAILED',
    'PENDING',
    'CANCELLED',
  ] as const;
  const parts = countProgress(states.map((state) => ({ state })));
  expect(Object.fromEntries(parts.map(({ word, count }) => [word, count]))).toEqual({
    merged: 1,
    'in review': 1,
    'in progress': 2,
    blocked: 0,
    failed: 1,
    waiting: 1,
  });
});
