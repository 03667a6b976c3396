import type { QueryClient } from '@tanstack/react-query';
import type { Card } from '../outputs';
import type { Change } from './affects';
import { isGuessed } from './guessed';
import { mergeCards } from './mergeCards';

/** With more than this the whole board is no dearer. */
const MOST_EPICS = 3;

/**
 * Reads only the epics that changed when a board is open: a board has a thousand cards, and a change touches those of
 * one epic (its steps wait for each other, its own card counts them).
 */
export function createBoardPatcher(queries: QueryClient, readEpic: (epicId: string) => Promise<Card[]>) {
  const waiting = new Map<string, { queryKey: readonly unknown[]; epicIds: Set<string> }>();
  const running = new Set<string>();

  async function run(hash: string): Promise<void> {
    if (running.has(hash)) return;
    running.add(hash);
    for (let next = take(hash); next !== undefined; next = take(hash)) {
      const { queryKey, epicIds } = next;
      try {
        const epics = await Promise.all(
          [...epicIds].map(async (epicId) => ({ epicId, cards: await readEpic(epicId) })),
        );
        const query = queries.getQueryCache().get(hash);
        if (query !== undefined && isGuessed(query)) continue;
        queries.setQueryData<Card[]>(queryKey, (board) =>
          board === undefined
            ? undefined
            : epics.reduce<Card[]>((all, { epicId, cards }) => mergeCards(all, epicId, cards), board),
        );
      } catch {
        // The whole board says what is wrong, or that nothing is.
        void queries.invalidateQueries({ queryKey, exact: true });
      }
    }
    running.delete(hash);
  }

  function take(hash: string) {
    const next = waiting.get(hash);
    waiting.delete(hash);
    return next;
  }

  /** True: it is taken care of. False: the query has to be fetched anew. */
  return (
    query: { queryKey: readonly unknown[]; queryHash: string },
    changes: readonly Change[],
  ): boolean => {
    const [path] = query.queryKey;
    if (!Array.isArray(path) || path.join('.') !== 'board.cards') return false;
    const epicIds = new Set(changes.map(({ epicId }) => epicId));
    const known = [...epicIds].flatMap((id) => (id === null ? [] : [id]));
    if (known.length < epicIds.size || known.length > MOST_EPICS) return false;
    const before = waiting.get(query.queryHash)?.epicIds ?? [];
    waiting.set(query.queryHash, { queryKey: query.queryKey, epicIds: new Set([...before, ...known]) });
    void run(query.queryHash);
    return true;
  };
}
