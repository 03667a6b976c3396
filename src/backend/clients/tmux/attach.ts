import { openPty } from '@/backend/clients/pty/open_pty';
import { checkSize, sessionTarget } from './core/check_input';
import type { Tmux } from './core/tmux';
import type { AttachInput, Attachment } from './tmux_client';

/**
 * A viewer of a session: tmux's own client on a terminal of ours. It never decides the session's size, and a reader's
 * keys go nowhere, whatever our caller lets through.
 */
export function attach(tmux: Tmux, input: AttachInput): Attachment {
  checkSize(input);
  const flags = input.mode === 'read' ? 'ignore-size,read-only' : 'ignore-size';
  return openPty({
    file: 'tmux',
    args: [
      ...['-u', '-S', tmux.socketPath, '-f', tmux.configPath],
      ...['attach-session', '-f', flags, '-t', sessionTarget(input.name)],
    ],
    env: { LANG: 'C.UTF-8', ...tmux.base.env },
    cols: input.cols,
    rows: input.rows,
    ...(input.term === undefined ? {} : { term: input.term }),
    onData: input.onData,
    onExit: input.onExit,
  });
}
