'use client';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useRef } from 'react';
import { cx } from './cx';

/** A long list that keeps only what is on screen in the page. Rows measure themselves. */
export function VirtualList<Item>({
  label,
  items,
  keyOf,
  render,
  estimate = 36,
  cursor,
  className,
  empty,
}: {
  label: string;
  items: readonly Item[];
  keyOf: (item: Item) => string;
  render: (item: Item, index: number) => ReactNode;
  estimate?: number;
  /** The key of the row that must be visible. */
  cursor?: string;
  className?: string;
  empty?: ReactNode;
}) {
  const scroller = useRef<HTMLElement>(null);
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => estimate,
    getItemKey: (index) => {
      const item = items[index];
      return item === undefined ? index : keyOf(item);
    },
    overscan: 8,
  });
  const at = cursor === undefined ? -1 : items.findIndex((item) => keyOf(item) === cursor);
  useEffect(() => {
    if (at >= 0) virtual.scrollToIndex(at, { align: 'auto' });
  }, [at, virtual]);

  return (
    <section
      ref={scroller}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region has to take the focus
      tabIndex={0}
      aria-label={label}
      className={cx('overflow-y-auto', className)}
    >
      {items.length === 0 ? empty : null}
      <ul className="relative w-full" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((row) => {
          const item = items[row.index];
          if (item === undefined) return null;
          return (
            <li
              key={row.key}
              ref={virtual.measureElement}
              data-index={row.index}
              aria-setsize={items.length}
              aria-posinset={row.index + 1}
              className="absolute top-0 left-0 w-full"
              style={{ transform: `translateY(${row.start}px)` }}
            >
              {render(item, row.index)}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
