import type { Query, QueryClient } from '@tanstack/react-query';
import { affects, type Change } from './affects';
import { isGuessed } from './guessed';

/**
 * Turns changes into refetches, at most one pass a frame. A query that is being fetched is fetched once
 * more afterwards instead of being cancelled: under a steady stream of events cancelling would starve it,
 * and keeping the running answer would leave it stale. One that shows a guess is left to who guessed.
 */
export function createRefresher(
  queries: QueryClient,
  nextFrame: (run: () => void) => void,
  /** May bring a query up to date in a cheaper way; false where it cannot. */
  patch: (query: Query, changes: readonly Change[]) => boolean = () => false,
) {
  const changes = new Map<string, Change>();
  const again = new Set<string>();
  let everything = false;
  let scheduled = false;

  const cache = queries.getQueryCache();
  const stopWatching = cache.subscribe(({ type, query }) => {
    if (type !== 'updated' || query.state.fetchStatus !== 'idle' || !again.delete(query.queryHash)) return;
    if (isGuessed(query)) return;
    void queries.invalidateQueries({ queryKey: query.queryKey, exact: true });
  });

  function flush(): void {
    scheduled = false;
    const batch = [...changes.values()];
    const all = everything;
    changes.clear();
    everything = false;
    for (const query of cache.getAll()) {
      const mine = all ? batch : batch.filter((change) => affects(change, query.queryKey));
      if (isGuessed(query) || (!all && mine.length === 0)) continue;
      if (query.state.fetchStatus === 'fetching') again.add(query.queryHash);
      else if (!all && canPatch(query) && patch(query, mine)) continue;
      else void queries.invalidateQueries({ queryKey: query.queryKey, exact: true });
    }
  }

  function schedule(): void {
    if (scheduled) return;
    scheduled = true;
    nextFrame(flush);
  }

  return {
    changed(list: readonly Change[]): void {
      for (const change of list) {
        const { kind, projectId, epicId, taskId, agentId } = change;
        changes.set([kind, projectId, epicId, taskId, agentId].join(' '), change);
      }
      if (list.length > 0) schedule();
    },
    everythingChanged(): void {
      everything = true;
      schedule();
    },
    stop: stopWatching,
  };
}

/** What nobody looks at, or is known to be old, is fetched whole when it is looked at. */
function canPatch(query: Query): boolean {
  return query.isActive() && query.state.data !== undefined && !query.state.isInvalidated;
}
