import { killTree } from '@/backend/clients/process/kill_tree';
import { FactoryError } from '@/backend/domain/errors';
import { paneTarget, sessionTarget } from './core/check_input';
import { MARKER_VARIABLE } from './core/environment';
import { isNotFound } from './core/failure';
import type { Tmux } from './core/tmux';
import { endLostServers, findLostServers } from './end_lost_servers';
import { readSession } from './list_sessions';
import type { KillSessionInput, TmuxSession } from './tmux_client';

const GRACE_MS = 3_000;

/** Ends the session with every process it ever started, and returns when none is left. */
export async function killSession(tmux: Tmux, input: KillSessionInput): Promise<{ ended: number }> {
  const session = await readSession(tmux, input);
  checkTarget(session, input);
  const marker = session?.marker ?? input.marker ?? null;
  const lost = session === null && marker !== null ? await findLostServers(tmux, marker) : [];
  const ended = await killTree(tmux, {
    rootPid: session && !session.dead ? session.panePid : null,
    sessionLeader: session?.panePid ?? null,
    variable: marker === null ? null : { name: MARKER_VARIABLE, value: marker },
    graceMs: input.graceMs ?? GRACE_MS,
  });
  if (lost.length > 0) await endLostServers(tmux, lost);
  if (session && marker !== null) await takeAway(tmux, input.name, marker);
  return { ended };
}

/** tmux itself compares: while the processes ended, somebody else may have closed it and started a new one by its name. */
async function takeAway(tmux: Tmux, name: string, marker: string): Promise<void> {
  const isSame = `#{==:#{@factory},${marker}}`;
  const kill = `kill-session -t ${sessionTarget(name)}`;
  await tmux
    .call({ args: ['if-shell', '-F', '-t', paneTarget(name), isSame, kill] })
    .catch((thrown: unknown) => {
      if (!isNotFound(thrown)) throw thrown;
    });
}

function checkTarget(session: TmuxSession | null, input: KillSessionInput): void {
  if (!session) {
    if (input.marker !== undefined) return;
    throw new FactoryError('NOT_FOUND', `There is no tmux session ${input.name}.`, 'It has ended already.');
  }
  if (session.marker === null) {
    throw new FactoryError(
      'FORBIDDEN',
      `The tmux session ${input.name} was not started by Factory Factory and is left alone.`,
      'End it yourself if it is in the way.',
    );
  }
  if (input.marker !== undefined && session.marker !== input.marker) {
    throw new FactoryError(
      'STALE',
      `The tmux session ${input.name} has been started again since.`,
      'Look at the new one first.',
    );
  }
}
