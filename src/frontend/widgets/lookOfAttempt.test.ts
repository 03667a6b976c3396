import { expect, it } from 'vitest';
import { describeEvent } from './describeEvent';
import { lookOfAttempt } from './lookOfAttempt';

const task = { state: 'CANCELLED', stateReason: 'cancelled by the human' } as const;

it('does not call an attempt failed that was given up with its task', () => {
  expect(lookOfAttempt({ state: 'FAILED', reason: task.stateReason }, task).word).toBe('cancelled');
  expect(lookOfAttempt({ state: 'FAILED', reason: 'no bell' }, task).word).toBe('failed');
  expect(lookOfAttempt({ state: 'COMPLETED', reason: null }, task).word).toBe('completed');
});

it('tells of it in the same words', () => {
  const payload = { attempt: 1, state: 'FAILED', reason: task.stateReason };
  const told = (taskState: string) =>
    describeEvent({ kind: 'execution.state', payload: { ...payload, taskState } });
  expect(told('CANCELLED')).toEqual({ state: 'idle', words: 'attempt 1 cancelled' });
  expect(told('FAILED').words).toBe('attempt 1 failed');
});
