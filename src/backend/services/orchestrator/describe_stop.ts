import { readOpenSessions } from '@/backend/resource_accessors/observe/read_system';
import type { Deps } from '../deps';

/** What a server leaves behind when it stops. Null when another one looks after it, or nothing is left. */
export async function describeStop(
  deps: Pick<Deps, 'store' | 'reconciler' | 'home'>,
): Promise<string | null> {
  if (deps.reconciler?.current?.lease().inCharge !== true) return null;
  const count = (await readOpenSessions(deps.store)).length;
  if (count === 0) return null;
  const who = count === 1 ? '1 agent goes on in its terminal' : `${count} agents go on in their terminals`;
  return `Stopped. ${who}; the next start finds what is there. To end all of them, too: tmux -S '${deps.home.tmuxSocket}' kill-server`;
}
