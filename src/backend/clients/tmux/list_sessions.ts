import { setTimeout as sleep } from 'node:timers/promises';
import { isRunning } from '@/backend/clients/process/is_running';
import { paneTarget } from './core/check_input';
import { isNotFound } from './core/failure';
import { PANE_FORMAT, type PaneRow, parseSessions } from './core/parse_sessions';
import type { Tmux } from './core/tmux';
import type { TmuxSession } from './tmux_client';

/** Every session of our server, in one call. No server is no sessions. */
export async function listSessions(tmux: Tmux): Promise<TmuxSession[]> {
  return readPanes(tmux, ['list-panes', '-a', '-F', PANE_FORMAT]);
}

export async function readSession(tmux: Tmux, input: { name: string }): Promise<TmuxSession | null> {
  // With the colon: without it tmux takes the word for a window first, and then for the beginning of a name.
  const target = paneTarget(input.name);
  const sessions = await readPanes(tmux, ['list-panes', '-s', '-t', target, '-F', PANE_FORMAT]);
  return sessions.find((session) => session.name === input.name) ?? null;
}

/**
 * tmux built with utempter can miss the end of a program (its SIGCHLD arrives while utempter has its own
 * handler in): the pane then stays without a status, or looks alive, until the next child ends. Seen in one
 * death of ten. We see the end ourselves and give tmux the signal it missed.
 */
async function readPanes(tmux: Tmux, args: readonly string[]): Promise<TmuxSession[]> {
  const rows = await read(tmux, args);
  const missed = rows.find((row) => !hasExit(row) && !isRunning(row.panePid));
  if (!missed || !wakeServer(missed.serverPid)) return rows.map(toSession);
  await sleep(5);
  return (await read(tmux, args)).map(toSession);
}

async function read(tmux: Tmux, args: readonly string[]): Promise<PaneRow[]> {
  try {
    return parseSessions(await tmux.call({ args }));
  } catch (thrown) {
    if (isNotFound(thrown)) return [];
    throw thrown;
  }
}

function wakeServer(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGCHLD');
  } catch {
    return false;
  }
}

function hasExit(row: PaneRow): boolean {
  return row.exitStatus !== null || row.exitSignal !== null;
}

function toSession(row: PaneRow): TmuxSession {
  const { sessionId, active, paneDead, modes, serverPid, ...facts } = row;
  // tmux calls a pane dead as soon as its terminal is closed, which a running program may do.
  const dead = hasExit(row) || !isRunning(row.panePid);
  return { ...facts, dead, drained: paneDead, inCopyMode: modes };
}
