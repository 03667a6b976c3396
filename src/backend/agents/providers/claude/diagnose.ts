import type { HookEvent } from '@/shared/hook';
import type { Diagnosis } from '../provider';
import { howToSignIn } from './check_health';
import { INSTALL } from './find_binary';
import { readResetTime } from './read_reset_time';

type TurnFailure = NonNullable<Extract<HookEvent, { kind: 'turn_ended' }>['failure']>;

/** The program's own words for it, from what it has used up to what its owner's organisation does not give it. */
const LIMIT = new RegExp(
  [
    '(?:hit|reached) your [^\\n]*?limit',
    'usage limit reached',
    'limit reached[^\\n]*resets?',
    "(?:you're|org is) out of (?:extra usage|usage(?: credits)?)\\b",
    "your seat type doesn't include (?:extra )?usage",
    'your usage allocation has been disabled',
    "your group's usage limit is set to",
    'requires usage credits',
  ]
    .map((words) => `(?:${words})[^\\n]*`)
    .join('|'),
  'i',
);
const SIGNED_OUT =
  /Please run \/login|Invalid API key|Select login method|OAuth token (?:has expired|revoked)|authentication_error|Not logged in|Missing API key/i;

/** What is further up on the screen is the agent's work, and may be about limits and keys as well as about anything. */
const LAST_LINES = 12;

/** Why a pane died, from its exit status and its last screen. */
export function diagnose(death: { exitStatus: number | null; screen: string }, now: Date): Diagnosis {
  const { exitStatus, screen } = death;
  const said = wasKilled(exitStatus) ? '' : linesOf(screen).slice(-LAST_LINES).join('\n');
  const limit = LIMIT.exec(said)?.[0];
  if (limit !== undefined) return usageLimit(limit, now);
  if (SIGNED_OUT.test(said)) {
    return { kind: 'not_logged_in', message: 'Claude Code is not signed in.', next: howToSignIn('claude') };
  }
  if (exitStatus === 127 || exitStatus === 126) {
    return { kind: 'missing', message: 'Claude Code could not be started.', next: INSTALL };
  }
  const how = exitStatus === null ? 'was ended' : `ended with status ${exitStatus}`;
  const last = lastWords(screen);
  return { kind: 'crashed', message: `Claude Code ${how}${last === '' ? '.' : `: ${last}`}` };
}

/** Why the service cut a turn short, from the name that Claude Code gives the error and the words it shows. */
export function readTurnFailure(failure: { error: string; text: string }, now: Date): TurnFailure {
  const limit = LIMIT.exec(failure.text)?.[0];
  if (limit !== undefined) return { kind: 'usage_limit', message: limit, until: readResetTime(limit, now) };
  if (failure.error.startsWith('authentication') || SIGNED_OUT.test(failure.text)) {
    return { kind: 'not_logged_in', message: 'Claude Code is not signed in.', until: null };
  }
  const kind = failure.error === 'billing_error' ? 'usage_limit' : 'service';
  return { kind, message: lastWords(failure.text) || failure.error, until: null };
}

function usageLimit(words: string, now: Date): Diagnosis {
  return { kind: 'usage_limit', message: words.trim(), until: readResetTime(words, now) };
}

/** It ended in the middle of something, with nothing to say about it. */
function wasKilled(exitStatus: number | null): boolean {
  return exitStatus === null || exitStatus > 128;
}

/** The last lines that a person would read on the screen, without the frame around the prompt. */
function lastWords(screen: string): string {
  return linesOf(screen).slice(-3).join(' ').slice(-400);
}

function linesOf(screen: string): string[] {
  return screen
    .split('\n')
    .map((line) => line.replaceAll(/[\u2500-\u257f]/g, '').trim())
    .filter((line) => line !== '' && !line.startsWith('❯') && !line.startsWith('Pane is dead'));
}
