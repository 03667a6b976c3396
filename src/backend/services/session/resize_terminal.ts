import { getSession } from '@/backend/resource_accessors/session.accessor';
import type { Deps } from '@/backend/services/deps';
import { SMALLEST_AGENT_SIZE, type TerminalSize } from '@/shared/terminal';

/**
 * Gives a running session the size that somebody who types in it needs, but never one that squeezes the agent's
 * screen. The size it has now; null when it has ended.
 */
export async function resizeTerminal(
  deps: Pick<Deps, 'store' | 'tmux'>,
  input: { sessionId: string } & TerminalSize,
): Promise<TerminalSize | null> {
  const row = await getSession(deps.store, input.sessionId);
  const pane = await deps.tmux.readSession({ name: row.tmuxName });
  if (pane?.marker !== row.marker || pane.dead) return null;
  const size = {
    cols: Math.max(input.cols, SMALLEST_AGENT_SIZE.cols),
    rows: Math.max(input.rows, SMALLEST_AGENT_SIZE.rows),
  };
  await deps.tmux.resize({ name: row.tmuxName, ...size });
  return size;
}
