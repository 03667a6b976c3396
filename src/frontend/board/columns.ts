import type { Card } from '@/frontend/api/outputs';
import type { VisualState } from '@/frontend/ui/state';

export const COLUMNS = [
  { id: 'queued', title: 'Queued', state: 'idle', empty: 'Nothing waits.' },
  { id: 'working', title: 'Working', state: 'working', empty: 'No agent is at work.' },
  { id: 'review', title: 'Review', state: 'review', empty: 'Nothing to review.' },
  { id: 'blocked', title: 'Blocked', state: 'blocked', empty: 'Nothing is stuck.' },
  { id: 'done', title: 'Done', state: 'done', empty: 'Nothing is finished yet.' },
] as const satisfies readonly { id: Card['column']; title: string; state: VisualState; empty: string }[];

export type ColumnId = Card['column'];

export type BoardFilter = { text: string; epicId: string; needsYou: boolean };

const FILTERED = 'Nothing here with this filter.';

/** What an empty column says: of the whole project only when nothing of it is hidden. */
export function describeEmpty(column: (typeof COLUMNS)[number], filter: BoardFilter): string {
  const whole = filter.text.trim() === '' && filter.epicId === '' && !filter.needsYou;
  return whole ? column.empty : FILTERED;
}

/** The cards of each column in reading order: what waits for the reader first, then the newest move. */
export function sortIntoColumns(cards: readonly Card[], filter: BoardFilter): Record<ColumnId, Card[]> {
  const columns: Record<ColumnId, Card[]> = { queued: [], working: [], review: [], blocked: [], done: [] };
  const text = filter.text.trim().toLowerCase();
  for (const card of cards) {
    if (filter.epicId !== '' && card.id !== filter.epicId && card.parentId !== filter.epicId) continue;
    if (filter.needsYou && card.nextOwner !== 'human') continue;
    if (text !== '' && !card.title.toLowerCase().includes(text) && !card.id.startsWith(text)) continue;
    columns[card.column].push(card);
  }
  // The queue keeps the order in which it will be worked off.
  for (const id of ['working', 'review', 'blocked', 'done'] as const) columns[id].sort(byUrgency);
  return columns;
}

function byUrgency(a: Card, b: Card): number {
  const mine = Number(b.nextOwner === 'human') - Number(a.nextOwner === 'human');
  return mine !== 0 ? mine : b.stateSince.getTime() - a.stateSince.getTime();
}
