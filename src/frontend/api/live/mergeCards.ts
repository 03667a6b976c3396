type Placed = { id: string; parentId: string | null; priority: number; position: number };

/**
 * The board after one epic was read again: its cards replaced, the others the very same objects, in the order of the
 * server.
 */
export function mergeCards<Card extends Placed>(
  board: readonly Card[],
  epicId: string,
  fresh: readonly Card[],
): Card[] {
  const now = new Map(fresh.map((card) => [card.id, card]));
  const known = new Set(board.map((card) => card.id));
  const kept = board.flatMap((card) => {
    const changed = now.get(card.id);
    if (changed !== undefined) return [changed];
    return card.id === epicId || card.parentId === epicId ? [] : [card];
  });
  // The sort is stable: cards of different epics with the same numbers stay where the reader saw them.
  return [...kept, ...fresh.filter((card) => !known.has(card.id))].sort(
    (a, b) => b.priority - a.priority || a.position - b.position,
  );
}
