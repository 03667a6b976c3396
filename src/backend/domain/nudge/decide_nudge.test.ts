import { describe, expect, it } from 'vitest';
import { decideNudge } from './decide_nudge';

const at = new Date('2030-01-01T12:00:00Z');
const ago = (minutes: number) => new Date(at.getTime() - minutes * 60_000);
const decide = (idle: number, nudges: number[]) =>
  decideNudge({ at, idleSince: ago(idle), nudges: nudges.map(ago), nudgeMinutes: 2, nudgeLimit: 3 });

describe('decideNudge', () => {
  it('gives an agent that just stopped a moment', () =>
    expect(decide(1, [])).toEqual({ kind: 'wait', until: new Date(at.getTime() + 60_000) }));
  it('reminds it then', () => expect(decide(2, [])).toEqual({ kind: 'nudge' }));
  it('waits twice as long before the next', () => {
    expect(decide(10, [3]).kind).toBe('wait');
    expect(decide(10, [4]).kind).toBe('nudge');
  });
  it('counts the wait from the end of the turn that the reminder caused', () =>
    expect(decide(1, [10]).kind).toBe('wait'));
  it('counts one from before the clock was set back, and does not wait for its time to come again', () => {
    expect(decide(10, [-480])).toEqual({ kind: 'nudge' });
    expect(decide(20, [-480, -481, -482])).toEqual({ kind: 'give_up' });
    expect(decide(3, [-480]).kind).toBe('wait');
  });
  it('stops after the limit', () => expect(decide(60, [60, 50, 20])).toEqual({ kind: 'give_up' }));
});
