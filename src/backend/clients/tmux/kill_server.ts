import { setTimeout as sleep } from 'node:timers/promises';
import { isRunning } from '@/backend/clients/process/is_running';
import { FactoryError } from '@/backend/domain/errors';
import { isNotFound } from './core/failure';
import type { Tmux } from './core/tmux';
import { killSession } from './kill_session';
import { listSessions } from './list_sessions';
import type { KillServerInput } from './tmux_client';

/** Each looks through all processes of the machine, several times. */
const AT_ONCE = 8;

/** Ends every session of ours with its processes, then the server. For tests and the demo. */
export async function killServer(tmux: Tmux, input: KillServerInput = {}): Promise<void> {
  const ours = (await listSessions(tmux)).filter((session) => session.marker !== null);
  for (let at = 0; at < ours.length; at += AT_ONCE) {
    await Promise.all(ours.slice(at, at + AT_ONCE).map((session) => end(tmux, session.name, input)));
  }
  const pid = await stopServer(tmux);
  if (pid === null) return;
  for (let waited = 0; isRunning(pid); waited += 20) {
    if (waited > 5_000) {
      throw new FactoryError(
        'UNAVAILABLE',
        `The tmux server ${pid} does not end.`,
        `End it with kill -9 ${pid}.`,
      );
    }
    await sleep(20);
  }
}

async function end(tmux: Tmux, name: string, { graceMs }: KillServerInput): Promise<void> {
  try {
    await killSession(tmux, { name, graceMs });
  } catch (thrown) {
    if (!isNotFound(thrown)) throw thrown;
  }
}

async function stopServer(tmux: Tmux): Promise<number | null> {
  try {
    const pid = await tmux.call({ args: ['display-message', '-p', '#{pid}'] });
    await tmux.call({ args: ['kill-server'] });
    return Number.parseInt(pid, 10);
  } catch (thrown) {
    if (isNotFound(thrown)) return null;
    throw thrown;
  }
}
