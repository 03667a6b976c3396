'use client';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useImperativeHandle, useRef } from 'react';
import type { Item } from './buildItems';
import { type DiffActions, DiffItem } from './DiffItem';

export type DiffHandle = { show: (path: string) => void };

const HEIGHTS: Partial<Record<Item['kind'], number>> = {
  file: 36,
  folded: 48,
  patch: 160,
  comment: 90,
  composer: 150,
  cut: 48,
};

/** All files as one list in which only the rows on screen exist, however long the files are. */
export function DiffList({
  items,
  actions,
  handle,
  onSeen,
}: {
  items: readonly Item[];
  actions: DiffActions;
  handle: RefObject<DiffHandle | null>;
  /** The file at the top of the view has changed. */
  onSeen: (path: string) => void;
}) {
  const scroller = useRef<HTMLElement>(null);
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => HEIGHTS[items[index]?.kind ?? 'line'] ?? 20,
    getItemKey: (index) => items[index]?.key ?? index,
    overscan: 20,
  });
  useImperativeHandle(handle, () => ({
    show(path) {
      const index = items.findIndex((item) => item.kind === 'file' && item.file.path === path);
      if (index >= 0) virtual.scrollToIndex(index, { align: 'start' });
    },
  }));
  const rows = virtual.getVirtualItems();
  const top = rows.find((row) => row.end > (virtual.scrollOffset ?? 0) + 1);
  const seen = top === undefined ? undefined : items[top.index]?.file.path;
  useEffect(() => {
    if (seen !== undefined) onSeen(seen);
  }, [seen, onSeen]);

  return (
    <section
      ref={scroller}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region has to take the focus
      tabIndex={0}
      aria-label="Diff"
      className="min-w-0 flex-1 overflow-y-auto focus-visible:-outline-offset-2"
    >
      <div className="relative w-full" style={{ height: virtual.getTotalSize() }}>
        {rows.map((row) => {
          const item = items[row.index];
          return item === undefined ? null : (
            <div
              key={row.key}
              ref={virtual.measureElement}
              data-index={row.index}
              className="absolute top-0 left-0 w-full"
              style={{ transform: `translateY(${row.start}px)` }}
            >
              <DiffItem item={item} actions={actions} />
            </div>
          );
        })}
      </div>
    </section>
  );
}
