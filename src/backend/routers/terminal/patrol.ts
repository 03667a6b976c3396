import type { Deps } from '@/backend/services/deps';
import type { Viewers } from './viewers';

const EVERY_MS = 1_000;

/**
 * tmux does not always tell its clients that a program has ended, and somebody else may give a session another size.
 * So while anybody watches, one listing a second looks after all that are watched.
 */
export function startPatrol(deps: Pick<Deps, 'tmux' | 'log'> & { viewers: Viewers }): () => void {
  let looking = false;
  async function look(): Promise<void> {
    const panes = new Map((await deps.tmux.listSessions()).map((pane) => [pane.name, pane]));
    for (const viewer of deps.viewers.all()) {
      const name = viewer.watches();
      if (name !== null) viewer.observed(panes.get(name) ?? null);
    }
  }
  const timer = setInterval(() => {
    if (looking || !deps.viewers.all().some((viewer) => viewer.watches() !== null)) return;
    looking = true;
    look()
      .catch((error: unknown) => deps.log.debug({ err: error }, 'watched sessions could not be listed'))
      .finally(() => {
        looking = false;
      });
  }, EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
