import { listSessions } from '@/backend/resource_accessors/session.accessor';
import type { Deps } from '@/backend/services/deps';

export type Screen = { sessionId: string; text: string; cols: number; rows: number };

/**
 * What the given sessions show now, colours kept as escape sequences; sessions that do not run are left out. Two calls
 * to tmux, however many there are.
 */
export async function readScreens(
  deps: Pick<Deps, 'store' | 'tmux'>,
  input: { sessionIds: readonly string[] },
): Promise<Screen[]> {
  if (input.sessionIds.length === 0) return [];
  const rows = await listSessions(deps.store, { ids: [...input.sessionIds], open: true });
  const panes = new Map((await deps.tmux.listSessions()).map((pane) => [pane.marker, pane]));
  const live = rows.flatMap((row) => {
    const pane = panes.get(row.marker);
    return pane && !pane.dead ? [{ sessionId: row.id, pane }] : [];
  });
  const screens = await deps.tmux.captureScreens({ names: live.map(({ pane }) => pane.name) });
  return live.flatMap(({ sessionId, pane }) => {
    const text = screens.get(pane.name);
    return text === undefined ? [] : [{ sessionId, text: text.trimEnd(), cols: pane.cols, rows: pane.rows }];
  });
}
