import { endPane } from '@/backend/agents/session/end_pane';
import type { Deps } from '../deps';

/** Ends a terminal that carries our mark but belongs to no session. */
export async function endStray(
  deps: Pick<Deps, 'tmux'>,
  input: { name: string; marker: string },
): Promise<void> {
  await endPane(deps, input);
}
