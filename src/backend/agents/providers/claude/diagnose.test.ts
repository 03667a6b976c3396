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

  it('asks the end of the screen only, and not that of a program that was killed', () => {
    const work = '● The test expects "Invalid API key" and the code authentication_error.\n';
    const more = Array.from({ length: 12 }, (_, n) => `  line ${n}`).join('\n');
    expect(diagnose({ exitStatus: 1, screen: `${work}${more}` }, NOW).kind).toBe('crashed');
    expect(diagnose({ exitStatus: null, screen: work }, NOW).kind).toBe('crashed');
    expect(diagnose({ exitStatus: 137, screen: work }, NOW).kind).toBe('crashed');
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
    for (const words of [
      "You're out of extra usage · resets 3pm (UTC)",
      "You're out of usage credits. /model to switch models.",
      'Your org is out of usage · contact your admin',
      "Your seat type doesn't include extra usage",
    ]) {
      const failure = readTurnFailure({ error: 'rate_limit', text: words }, NOW);
      expect(failure.kind).toBe('usage_limit');
      expect(failure.until !== null).toBe(words.includes('resets'));
    }
    expect(readTurnFailure({ error: 'overloaded', text: 'API Error: Overloaded' }, NOW)).toMatchObject({
      kind: 'service',
      message: 'API Error: Overloaded',
    });
  });
});
