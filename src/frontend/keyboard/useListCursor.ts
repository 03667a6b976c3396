'use client';
import { useState } from 'react';
import { useShortcuts } from './useShortcuts';

/**
 * j/k (and the arrows) over a list, Enter to open. The cursor follows the item by key, so a row that
 * arrives above does not move it off what the reader is looking at.
 */
export function useListCursor({
  keys,
  onOpen,
  initial,
}: {
  keys: readonly string[];
  onOpen: (key: string) => void;
  initial?: string;
}): { cursor: string | undefined; setCursor: (key: string) => void } {
  const [wanted, setCursor] = useState(initial);
  const [lastIndex, setLastIndex] = useState(0);
  const found = wanted === undefined ? -1 : keys.indexOf(wanted);
  const index = found >= 0 ? found : Math.min(lastIndex, keys.length - 1);
  const cursor = keys[index];

  const go = (to: number) => {
    const next = Math.max(0, Math.min(keys.length - 1, to));
    const key = keys[next];
    if (key === undefined) return;
    setLastIndex(next);
    setCursor(key);
  };
  const open = () => cursor !== undefined && onOpen(cursor);

  useShortcuts([
    { keys: 'j', label: 'Next', group: 'List', run: () => go(index + 1) },
    { keys: 'k', label: 'Previous', group: 'List', run: () => go(index - 1) },
    { keys: 'down', label: 'Next', hidden: true, run: () => go(index + 1) },
    { keys: 'up', label: 'Previous', hidden: true, run: () => go(index - 1) },
    { keys: 'enter', label: 'Open', group: 'List', run: open },
    { keys: 'o', label: 'Open', hidden: true, run: open },
  ]);
  return {
    cursor,
    setCursor: (key) => {
      setLastIndex(Math.max(0, keys.indexOf(key)));
      setCursor(key);
    },
  };
}
