import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { admit, type Holder, type Waiting } from './admit';

const day = (n: number) => new Date(Date.UTC(2030, 0, n));
const waiting = (taskId: string, change: Partial<Waiting> = {}): Waiting => ({
  taskId,
  begun: false,
  priority: 0,
  queuedAt: day(1),
  ...change,
});
const holder = (agentId: string, change: Partial<Holder> = {}): Holder => ({
  agentId,
  canYield: false,
  leaving: false,
  since: day(1),
  ...change,
});

describe('admit', () => {
  it('goes by priority, then first come', () => {
    const line = [
      waiting('late', { queuedAt: day(3) }),
      waiting('early', { queuedAt: day(2) }),
      waiting('urgent', { priority: 5, queuedAt: day(9) }),
    ];
    expect(admit({ slots: 2, holders: [], line })).toEqual({
      admit: ['urgent', 'early'],
      yield: [],
      wait: ['late'],
    });
  });
  it('lets begun work go on before anything new', () => {
    const line = [waiting('new', { priority: 99 }), waiting('begun', { begun: true })];
    expect(admit({ slots: 1, holders: [], line }).admit).toEqual(['begun']);
  });
  it('asks the one that has waited longest to yield, and admits nobody before it has', () => {
    const holders = [
      holder('busy'),
      holder('recent', { canYield: true, since: day(5) }),
      holder('long', { canYield: true, since: day(2) }),
    ];
    expect(admit({ slots: 3, holders, line: [waiting('next')] })).toEqual({
      admit: [],
      yield: ['long'],
      wait: ['next'],
    });
  });
  it('leaves waiting workers alone when nobody is in line', () => {
    expect(admit({ slots: 1, holders: [holder('a', { canYield: true })], line: [] }).yield).toEqual([]);
  });
  it('never gives more slots than there are and forgets nobody', () => {
    fc.assert(
      fc.property(fc.nat(6), fc.nat(8), fc.nat(8), (slots, holding, wanting) => {
        const result = admit({
          slots,
          holders: Array.from({ length: holding }, (_, n) => holder(`h${n}`)),
          line: Array.from({ length: wanting }, (_, n) => waiting(`w${n}`)),
        });
        expect(holding + result.admit.length).toBeLessThanOrEqual(Math.max(slots, holding));
        expect([...result.admit, ...result.wait].sort()).toEqual(
          Array.from({ length: wanting }, (_, n) => `w${n}`),
        );
      }),
    );
  });
});
