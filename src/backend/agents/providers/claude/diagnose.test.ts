import { describe, expect, it } from 'vitest';
import { diagnose, readTurnFailure } from './diagnose';

const NOW = new Date('2026-11-18T11:00:00Z');

describe('why a session died', () => {
  it.each([
    { exitStatus: 127, screen: 'sh: claude: not found', kind: 'missing' },
    { exitStatus: 1, screen: 'Invalid API key · Please run /login', kind: 'not_logged_in' },
    { exitStatus: 1, screen: "● You've hit your session limit · resets 3pm (UTC)\n❯ ", kind: 'usage_limit' },
    { exitStatus: null, screen: 'thinking…', kind: 'crashed' },
    { exitStatus: 139, screen: '', kind: 'crashed' },
  ])('$kind', ({ exitStatus, screen, kind }) => {
    expect(diagnose({ exitStatus, screen }, NOW).kind).toBe(kind);
  });

  it('quotes the last words on the screen, without the frame of the prompt', () => {
    const screen = '● Working\n────────\n❯ \n────────\nError: out of memory\n\nPane is dead (status 1)\n';
    const { message } = diagnose({ exitStatus: 1, screen }, NOW);
    expect(message).toBe('Claude Code ended with status 1: ● Working Error: out of memory');
  });

  it('does not take an agent that writes about limits for one that has reached its own', () => {
    const screen = '● I added a test: when the rate limit is reached the client waits.\n';
    expect(diagnose({ exitStatus: 1, screen }, NOW).kind).toBe('crashed');
  });
});

describe('why a turn was cut short', () => {
  it('knows a limit with its end, a refused sign-in, and the rest', () => {
    const text = "You've hit your session limit · resets 3pm (UTC)";
    expect(readTurnFailure({ error: 'rate_limit', text }, NOW)).toEqual({
      kind: 'usage_limit',
      message: 'hit your session limit · resets 3pm (UTC)',
      until: new Date('2026-11-18T15:00:00Z'),
    });
    expect(readTurnFailure({ error: 'authentication_failed', text: '' }, NOW).kind).toBe('not_logged_in');
    expect(readTurnFailure({ error: 'billing_error', text: 'Credit balance is too low' }, NOW).kind).toBe(
      'usage_limit',
    );
    expect(readTurnFailure({ error: 'overloaded', text: 'API Error: Overloaded' }, NOW)).toMatchObject({
      kind: 'service',
      message: 'API Error: Overloaded',
    });
  });
});
