import type { TurnState } from '@/shared/agent';

/** What tmux and the process table say of a pane of ours. */
export type PaneFacts = {
  name: string;
  marker: string;
  /** The program has ended and tmux keeps the pane for us to read. */
  dead: boolean;
  exitStatus: number | null;
  /** The process of the program exists. */
  alive: boolean;
  lastOutputAt: Date | null;
};

export type SessionFacts = {
  serverUrl: string;
  turnState: TurnState;
  turnSince: Date;
  startedAt: Date;
  readyAt: Date | null;
  lastHookAt: Date | null;
  lastOutputAt: Date | null;
};

export type Judgement =
  | { kind: 'alive' }
  | { kind: 'gone'; words: string }
  | { kind: 'hung'; words: string }
  | { kind: 'elsewhere'; words: string };

export type JudgeInput = {
  session: SessionFacts;
  pane: PaneFacts | null;
  at: Date;
  /** Before this nobody looked, so silence proves nothing. */
  watchedSince: Date;
  serverUrl: string;
  hungMinutes: number;
  startMinutes: number;
  /** It waits for an answer of the human, so silence is what we expect. */
  hasQuestion: boolean;
};

/** Whether a session lives, from facts alone. Quiet is not dead: only an open turn can hang. */
export function judgeSession(input: JudgeInput): Judgement {
  const { session, pane, at } = input;
  if (pane === null) return { kind: 'gone', words: 'its terminal is gone' };
  if (pane.dead) {
    const status = pane.exitStatus === null ? '' : ` with status ${pane.exitStatus}`;
    return { kind: 'gone', words: `its program ended${status}` };
  }
  if (!pane.alive) return { kind: 'gone', words: 'its process is dead' };
  if (session.serverUrl !== input.serverUrl) {
    return { kind: 'elsewhere', words: `its tools and hooks point to ${session.serverUrl}` };
  }
  if (input.hasQuestion) return { kind: 'alive' };
  const quietMinutes = minutesBetween(newest(lastSign(session, pane), input.watchedSince), at);
  if (session.turnState === 'STARTING' && session.readyAt === null && quietMinutes >= input.startMinutes) {
    return { kind: 'hung', words: `it was not ready after ${Math.floor(quietMinutes)} minutes` };
  }
  if (session.turnState === 'BUSY' && quietMinutes >= input.hungMinutes) {
    return { kind: 'hung', words: `it gave no sign of life for ${Math.floor(quietMinutes)} minutes` };
  }
  return { kind: 'alive' };
}

function lastSign(session: SessionFacts, pane: PaneFacts): Date {
  // A screen that redraws its spinner is no sign that a start goes on, but it is one that a turn does.
  const output = session.turnState === 'STARTING' ? null : pane.lastOutputAt;
  const signs = [session.startedAt, session.turnSince, session.lastHookAt, session.lastOutputAt, output];
  return signs.reduce<Date>(
    (newest, sign) => (sign !== null && sign > newest ? sign : newest),
    session.startedAt,
  );
}

function newest(a: Date, b: Date): Date {
  return a > b ? a : b;
}

function minutesBetween(from: Date, to: Date): number {
  return (to.getTime() - from.getTime()) / 60_000;
}
