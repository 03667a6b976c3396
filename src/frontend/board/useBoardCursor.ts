'use client';
import { useState } from 'react';
import type { Card } from '@/frontend/api/outputs';
import { useShortcuts } from '@/frontend/keyboard/useShortcuts';
import { COLUMNS, type ColumnId } from './columns';

/** h j k l (and the arrows) over the board, Enter to open. Nothing is chosen until a key is pressed. */
export function useBoardCursor(
  columns: Record<ColumnId, readonly Card[]>,
  onOpen: (card: Card) => void,
): string | undefined {
  const [cursor, setCursor] = useState<string>();
  const column = COLUMNS.findIndex(({ id }) => columns[id].some((card) => card.id === cursor));
  const row = column < 0 ? -1 : columnAt(column).findIndex((card) => card.id === cursor);

  function columnAt(index: number): readonly Card[] {
    const id = COLUMNS[index]?.id;
    return id === undefined ? [] : columns[id];
  }
  function start(): void {
    setCursor(COLUMNS.map(({ id }) => columns[id][0]).find((card) => card !== undefined)?.id);
  }
  function vertical(by: number): void {
    if (column < 0) {
      start();
      return;
    }
    const cards = columnAt(column);
    setCursor(cards[Math.max(0, Math.min(cards.length - 1, row + by))]?.id);
  }
  function horizontal(by: number): void {
    if (column < 0) {
      start();
      return;
    }
    for (let next = column + by; next >= 0 && next < COLUMNS.length; next += by) {
      const cards = columnAt(next);
      if (cards.length > 0) {
        setCursor(cards[Math.min(row, cards.length - 1)]?.id);
        return;
      }
    }
  }
  const open = () => {
    const card = columnAt(column)[row];
    if (card !== undefined) onOpen(card);
  };

  useShortcuts([
    { keys: 'j', label: 'Down', group: 'List', run: () => vertical(1) },
    { keys: 'k', label: 'Up', group: 'List', run: () => vertical(-1) },
    { keys: 'l', label: 'Column to the right', group: 'List', run: () => horizontal(1) },
    { keys: 'h', label: 'Column to the left', group: 'List', run: () => horizontal(-1) },
    { keys: 'down', label: 'Down', hidden: true, run: () => vertical(1) },
    { keys: 'up', label: 'Up', hidden: true, run: () => vertical(-1) },
    { keys: 'right', label: 'Right', hidden: true, run: () => horizontal(1) },
    { keys: 'left', label: 'Left', hidden: true, run: () => horizontal(-1) },
    { keys: 'enter', label: 'Open', group: 'List', run: open },
  ]);
  return cursor;
}
