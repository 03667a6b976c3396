import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { TmuxClient } from '@/backend/clients/tmux/tmux_client';
import type { Session } from '@/backend/resource_accessors/session.accessor';

/** What the terminal shows, kept in a file so that it can be read when the session has ended. Null when it is gone. */
export async function keepScrollback(
  deps: { tmux: TmuxClient; home: { agents: string } },
  session: Pick<Session, 'agentId' | 'ordinal' | 'tmuxName'>,
): Promise<string | null> {
  const folder = path.join(deps.home.agents, session.agentId);
  const file = path.join(folder, `terminal-${session.ordinal}.log`);
  try {
    // Made here, a folder that someone deleted would look as if the agent still had what it needs.
    await stat(folder);
    await deps.tmux.captureAll({ name: session.tmuxName, path: file });
    return file;
  } catch {
    // The terminal closed by itself in between: there is nothing left to keep.
    return null;
  }
}
