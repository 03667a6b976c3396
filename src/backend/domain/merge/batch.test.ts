import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseBatch, judgeRuns, splitBatch } from './batch';

const row = (id: string, batchId: string | null = null) => ({ id, batchId, journal: {} });

describe('the next batch', () => {
  it('takes newcomers in order, up to the size', () => {
    expect(chooseBatch([row('a'), row('b'), row('c')], 2).map(({ id }) => id)).toEqual(['a', 'b']);
  });

  it('keeps the halves of a red batch apart from each other and from newcomers', () => {
    const line = [row('a', 'x'), row('b', 'y'), row('c', 'y'), row('d')];
    expect(chooseBatch(line, 4).map(({ id }) => id)).toEqual(['a']);
    expect(chooseBatch(line.slice(1), 4).map(({ id }) => id)).toEqual(['b', 'c']);
    expect(chooseBatch(line.slice(3), 4).map(({ id }) => id)).toEqual(['d']);
  });

  it('is empty only for an empty line', () => {
    expect(chooseBatch([], 4)).toEqual([]);
  });
});

describe('bisecting', () => {
  it('ends with every culprit alone, whichever they are', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 12 }), (guilty) => {
        const found: number[] = [];
        const landed: number[] = [];
        let runs = 0;
        const work = [guilty.map((_, n) => n)];
        for (let batch = work.shift(); batch !== undefined; batch = work.shift()) {
          runs += 1;
          if (!batch.some((n) => guilty[n] === true)) landed.push(...batch);
          else if (batch.length === 1) found.push(...batch);
          else work.unshift(...splitBatch(batch));
        }
        expect(found).toEqual(guilty.flatMap((bad, n) => (bad ? [n] : [])));
        expect(landed).toEqual(guilty.flatMap((bad, n) => (bad ? [] : [n])));
        expect(runs).toBeLessThan(2 * guilty.length);
      }),
    );
  });
});

describe('runs of the test command', () => {
  it.each([
    [{}, 3, 'run'],
    [{ runs: ['passed' as const] }, 3, 'green'],
    [{ runs: ['needless' as const] }, 3, 'green'],
    [{ runs: ['failed' as const, 'failed' as const, 'excused' as const] }, 3, 'green'],
    [{ runs: ['failed' as const] }, 3, 'run'],
    [{ runs: ['failed' as const, 'passed' as const] }, 3, 'green'],
    [{ runs: ['failed' as const, 'failed' as const] }, 3, 'red'],
    [{ split: true, runs: ['failed' as const] }, 2, 'red'],
    [{ split: true, runs: ['failed' as const] }, 1, 'run'],
  ])('%j of %i members: %s', (journal, members, verdict) => {
    expect(judgeRuns(journal, members)).toBe(verdict);
  });
});
