import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { FactoryError } from '@/backend/domain/errors';
import { getSession, type Session } from '@/backend/resource_accessors/session.accessor';
import type { Deps } from '@/backend/services/deps';
import { SMALLEST_AGENT_SIZE, type TerminalSize } from '@/shared/terminal';

export type LiveTerminal = { kind: 'live'; name: string; size: TerminalSize };
export type EndedTerminal = {
  kind: 'ended';
  text: string;
  size: TerminalSize;
  exitStatus: number | null;
  exitSignal: string | null;
};

/** How long tmux may take to say how a program ended, and then a session to be closed with its status and scrollback. */
const CLOSING_MS = 15_000;
const LOOK_MS = 100;

/** Where a session can be watched: in tmux while its program runs, then in what it left. */
export async function findTerminal(
  deps: Pick<Deps, 'store' | 'tmux'>,
  input: { sessionId: string },
): Promise<LiveTerminal | EndedTerminal> {
  const row = await getSession(deps.store, input.sessionId);
  const pane = await until(
    () => readOwnPane(deps, row),
    (seen) => !seen?.dead || seen.exitStatus !== null || seen.exitSignal !== null,
  );
  if (pane && !pane.dead) {
    return { kind: 'live', name: pane.name, size: { cols: pane.cols, rows: pane.rows } };
  }
  const left = pane ? await captureIfThere(deps, pane.name) : null;
  if (pane && left !== null) {
    const { exitStatus, exitSignal } = pane;
    return { kind: 'ended', text: left.trimEnd(), size: sizeOf(left), exitStatus, exitSignal };
  }
  const closed = await until(
    () => getSession(deps.store, row.id),
    (seen) => seen.endedAt !== null,
  );
  const text = closed.scrollbackPath ? await readFile(closed.scrollbackPath, 'utf8').catch(() => '') : '';
  return {
    kind: 'ended',
    text: text.trimEnd(),
    size: sizeOf(text),
    exitStatus: closed.exitStatus,
    exitSignal: null,
  };
}

/** The pane of exactly this life: a later session of the same agent has the same name. */
async function readOwnPane(deps: Pick<Deps, 'tmux'>, row: Session) {
  const pane = await deps.tmux.readSession({ name: row.tmuxName });
  return pane?.marker === row.marker ? pane : null;
}

/** Null when it was closed since it was looked at. */
async function captureIfThere(deps: Pick<Deps, 'tmux'>, name: string): Promise<string | null> {
  try {
    return await deps.tmux.capture({ name, historyLines: 20_000, ansi: true });
  } catch (thrown) {
    if (thrown instanceof FactoryError && thrown.code === 'NOT_FOUND') return null;
    throw thrown;
  }
}

async function until<Seen>(look: () => Promise<Seen>, isEnough: (seen: Seen) => boolean): Promise<Seen> {
  let seen = await look();
  for (let waited = 0; !isEnough(seen) && waited < CLOSING_MS; waited += LOOK_MS) {
    await sleep(LOOK_MS);
    seen = await look();
  }
  return seen;
}

/** Wide enough for its longest line, so that no line of it is broken. */
function sizeOf(text: string): TerminalSize {
  const longest = text
    .split('\n')
    .reduce((most, line) => Math.max(most, stripVTControlCharacters(line).length), SMALLEST_AGENT_SIZE.cols);
  return { cols: Math.min(longest, 500), rows: SMALLEST_AGENT_SIZE.rows };
}
