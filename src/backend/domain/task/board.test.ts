import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PlanApproval, TaskState } from '@/shared/task';
import { type BoardFacts, placeTask } from './board';

const calm: BoardFacts = {
  state: 'IN_PROGRESS',
  isEpic: false,
  quick: false,
  paused: false,
  planApproval: 'NOT_ASKED',
  waitsForOthers: false,
  inMergeQueue: false,
  hasOpenQuestion: false,
  rests: null,
  epicIsOver: false,
};
const facts = fc.record({
  state: fc.constantFrom(...TaskState.options),
  isEpic: fc.boolean(),
  quick: fc.boolean(),
  paused: fc.boolean(),
  planApproval: fc.constantFrom(...PlanApproval.options),
  waitsForOthers: fc.boolean(),
  inMergeQueue: fc.boolean(),
  hasOpenQuestion: fc.boolean(),
  rests: fc.constantFrom('sign_in', 'program', 'allowance', null),
  epicIsOver: fc.boolean(),
});

describe('the board', () => {
  it.each([
    [{ state: 'PENDING' }, 'queued', 'system'],
    [{ state: 'PENDING', planApproval: 'WAITING' }, 'queued', 'human'],
    [{ state: 'PLANNING', isEpic: true }, 'working', 'supervisor'],
    [{ state: 'PLANNING', isEpic: true, quick: true }, 'working', 'worker'],
    [{ state: 'IN_PROGRESS' }, 'working', 'worker'],
    [{ state: 'IN_PROGRESS', isEpic: true }, 'working', 'supervisor'],
    [{ state: 'IN_PROGRESS', hasOpenQuestion: true }, 'blocked', 'human'],
    [{ state: 'IN_PROGRESS', paused: true }, 'blocked', 'human'],
    [{ state: 'PLANNING', rests: 'sign_in' }, 'blocked', 'human'],
    [{ state: 'IN_PROGRESS', rests: 'allowance' }, 'blocked', 'system'],
    [{ state: 'REVIEW', rests: 'sign_in' }, 'review', 'supervisor'],
    [{ state: 'REVIEW' }, 'review', 'supervisor'],
    [{ state: 'REVIEW', inMergeQueue: true }, 'review', 'system'],
    [{ state: 'REVIEW', isEpic: true }, 'review', 'human'],
    [{ state: 'BLOCKED' }, 'blocked', 'worker'],
    [{ state: 'FAILED' }, 'blocked', 'human'],
    [{ state: 'FAILED', epicIsOver: true }, 'done', 'nobody'],
    [{ state: 'BLOCKED', epicIsOver: true, paused: true }, 'done', 'nobody'],
    [{ state: 'COMPLETED' }, 'done', 'nobody'],
    [{ state: 'CANCELLED', paused: true, hasOpenQuestion: true }, 'done', 'nobody'],
  ] as const)('%j stands in %s and is the move of the %s', (some, column, nextOwner) => {
    expect(placeTask({ ...calm, ...some })).toMatchObject({ column, nextOwner });
  });

  it('never leaves an unfinished task without an owner, nor a finished one with any', () => {
    fc.assert(
      fc.property(facts, (some) => {
        const over = some.epicIsOver || some.state === 'COMPLETED' || some.state === 'CANCELLED';
        expect(placeTask(some).nextOwner === 'nobody').toBe(over);
      }),
    );
  });
});
