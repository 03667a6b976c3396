import { FactoryError } from '@/backend/domain/errors';
import { readSession } from '../list_sessions';
import type { TmuxSession } from '../tmux_client';
import type { Tmux } from './tmux';

/** The session, when it is ours; anything else is refused. */
export async function requireOurs(tmux: Tmux, name: string): Promise<TmuxSession> {
  const session = await readSession(tmux, { name });
  if (!session) {
    throw new FactoryError('NOT_FOUND', `There is no tmux session ${name}.`, 'It has ended; start it again.');
  }
  if (session.marker === null) {
    throw new FactoryError(
      'FORBIDDEN',
      `The tmux session ${name} was not started by Factory Factory.`,
      'End it yourself if it is in the way.',
    );
  }
  return session;
}

/** The session, when it is ours and its program runs. */
export async function requireLive(tmux: Tmux, name: string): Promise<TmuxSession> {
  const session = await requireOurs(tmux, name);
  if (!session.dead) return session;
  throw new FactoryError(
    'WRONG_STATE',
    `The program in the tmux session ${name} has ended.`,
    'Start the session again.',
    { data: { exitStatus: session.exitStatus, exitSignal: session.exitSignal } },
  );
}
