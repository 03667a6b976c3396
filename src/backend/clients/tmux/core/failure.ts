import type { RunResult } from '@/backend/clients/process/run';
import { FactoryError } from '@/backend/domain/errors';

const NO_SERVER =
  /no server running on|error connecting to .*\((No such file or directory|Connection refused)\)|lost server|server exited/;
const NO_SESSION = /can't find (session|window|pane)|session not found|no current target/;

/** What tmux's refusal means. */
export function tmuxFailure(result: RunResult): FactoryError {
  const said = result.stderr.trim();
  if (result.timedOut) {
    return new FactoryError(
      'TIMED_OUT',
      'tmux did not answer in time.',
      'The machine may be overloaded; if it stays so, look at the tmux server.',
    );
  }
  if (NO_SERVER.test(said)) {
    return new FactoryError('NOT_FOUND', 'No tmux server is running.', 'Start a session first.', {
      data: { noServer: true },
    });
  }
  if (NO_SESSION.test(said)) {
    return new FactoryError(
      'NOT_FOUND',
      `There is no such tmux session (${said}).`,
      'It has ended; start it again.',
    );
  }
  const taken = /duplicate session: (\S+)/.exec(said);
  if (taken) {
    return new FactoryError(
      'ALREADY_EXISTS',
      `A tmux session with the name ${taken[1]} runs already.`,
      'Use that one, or end it first.',
    );
  }
  return new FactoryError(
    'UNAVAILABLE',
    `tmux refused: ${said.slice(0, 500) || `it ended with ${result.code ?? result.signal}`}.`,
    'Try again; if it keeps happening, look at the tmux server.',
  );
}

export function isNotFound(thrown: unknown): boolean {
  return thrown instanceof FactoryError && thrown.code === 'NOT_FOUND';
}
