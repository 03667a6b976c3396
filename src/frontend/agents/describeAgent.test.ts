import { expect, test } from 'vitest';
import { activityOf, lookOf } from './describeAgent';

const session = {
  turnState: 'BUSY' as const,
  endedAt: null,
  endReason: null,
  lastToolName: 'Bash',
  lastToolSummary: 'npm test',
};
const agent = {
  name: 'worker-3f2a',
  asks: null,
  executionState: 'ACTIVE' as const,
  retiredAt: null,
  session,
};

test('a program that runs is at work only while its turn is open', () => {
  expect(lookOf(agent)).toEqual({ state: 'working', word: 'working' });
  expect(activityOf(agent)).toBe('running npm test');
  const idle = { ...agent, session: { ...session, turnState: 'IDLE' as const } };
  expect(lookOf(idle)).toEqual({ state: 'idle', word: 'waiting' });
});

test('one that asked waits for the human, whatever its turn says', () => {
  const asking = { ...agent, asks: 'worker-3f2a asks: How many keys?' };
  expect(lookOf(asking)).toEqual({ state: 'blocked', word: 'asks you' });
  expect(activityOf(asking)).toBe('asks: How many keys?');
});

test('one that cannot go on says what it waits for', () => {
  const resting = { ...agent, executionState: 'IDLE' as const, rests: 'sign_in' as const };
  expect(lookOf(resting)).toEqual({ state: 'blocked', word: 'waiting' });
  expect(activityOf(resting)).toBe('waits for a sign-in');
  const until = new Date(Date.now() + 60_000);
  expect(activityOf({ ...resting, parkedUntil: until })).toMatch(
    /^waits for a sign-in; tries again at \d\d:\d\d$/,
  );
});

test('one that is out of service does nothing', () => {
  expect(lookOf({ ...agent, retiredAt: new Date(0) })).toEqual({ state: 'idle', word: 'retired' });
});
