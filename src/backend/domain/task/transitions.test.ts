import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TaskState } from '@/shared/task';
import { FactoryError } from '../errors';
import { type Actor, assertTransition, isEnded, isLegal, mayTransition, TRANSITIONS } from './transitions';

const states = TaskState.options;
const actors: readonly Actor[] = ['worker', 'supervisor', 'human', 'system'];
const request = fc.record({
  from: fc.constantFrom(...states),
  to: fc.constantFrom(...states),
  isEpic: fc.boolean(),
  quick: fc.boolean(),
  actor: fc.constantFrom(...actors),
});

describe('task transitions', () => {
  it.each([
    ['PENDING', 'IN_PROGRESS', false, true],
    ['PENDING', 'REVIEW', false, false],
    ['PENDING', 'COMPLETED', false, false],
    ['PLANNING', 'IN_PROGRESS', true, true],
    ['PLANNING', 'IN_PROGRESS', false, false],
    ['IN_PROGRESS', 'COMPLETED', true, true],
    ['IN_PROGRESS', 'COMPLETED', false, false],
    ['IN_PROGRESS', 'REVIEW', false, true],
    ['REVIEW', 'COMPLETED', false, true],
    ['BLOCKED', 'COMPLETED', false, false],
    ['BLOCKED', 'PENDING', false, true],
    ['BLOCKED', 'PENDING', true, false],
    ['FAILED', 'IN_PROGRESS', false, true],
    ['FAILED', 'CANCELLED', false, false],
    ['COMPLETED', 'IN_PROGRESS', false, false],
    ['CANCELLED', 'PENDING', false, false],
  ] as const)('%s → %s (epic: %s) is %s', (from, to, isEpic, legal) => {
    expect(isLegal({ from, to, isEpic })).toBe(legal);
  });

  it('lets a worker submit and report, and nothing else', () => {
    const allowed = states.flatMap((from) =>
      states
        .filter((to) => mayTransition({ from, to, isEpic: false, actor: 'worker' }))
        .map((to) => `${from}>${to}`),
    );
    expect(allowed).toEqual([
      'IN_PROGRESS>REVIEW',
      'IN_PROGRESS>BLOCKED',
      'IN_PROGRESS>FAILED',
      'BLOCKED>IN_PROGRESS',
      'BLOCKED>REVIEW',
      'BLOCKED>FAILED',
    ]);
  });

  it('never lets a worker complete anything, or touch an epic that has a supervisor', () => {
    fc.assert(
      fc.property(request, (r) => {
        if (r.actor !== 'worker') return;
        if (r.to === 'COMPLETED') expect(mayTransition(r)).toBe(false);
        if (r.isEpic && !r.quick) expect(mayTransition(r)).toBe(false);
      }),
    );
  });

  it('gives nobody an arrow that the table does not have', () => {
    fc.assert(
      fc.property(request, (r) => {
        if (mayTransition(r)) expect(TRANSITIONS[r.from]).toContain(r.to);
      }),
    );
  });

  it('lets the human end every task that has not ended', () => {
    for (const from of states) {
      if (isEnded(from)) continue;
      expect(mayTransition({ from, to: 'CANCELLED', isEpic: from === 'PLANNING', actor: 'human' })).toBe(
        true,
      );
    }
  });

  it('says what to do when it refuses', () => {
    fc.assert(
      fc.property(request, (r) => {
        if (mayTransition(r)) return;
        let thrown: unknown;
        try {
          assertTransition(r);
        } catch (error) {
          thrown = error;
        }
        expect(thrown).toBeInstanceOf(FactoryError);
        if (thrown instanceof FactoryError) {
          expect(['WRONG_STATE', 'FORBIDDEN']).toContain(thrown.code);
          expect(thrown.next.length).toBeGreaterThan(10);
        }
      }),
    );
  });
});
