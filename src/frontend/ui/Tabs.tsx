'use client';
import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { cx } from './cx';

export type TabItem = { value: string; label: string; count?: number; content?: ReactNode };

/** Tabs of one page. Give `value` and `onChange` to keep the choice in the address. */
export function Tabs({
  label,
  items,
  value,
  onChange,
  actions,
  fill = false,
}: {
  label: string;
  items: TabItem[];
  value: string;
  onChange: (value: string) => void;
  actions?: ReactNode;
  /** The content takes the remaining height and scrolls by itself. */
  fill?: boolean;
}) {
  return (
    <Radix.Root value={value} onValueChange={onChange} className={cx(fill && 'flex min-h-0 flex-1 flex-col')}>
      <div className="flex shrink-0 items-center gap-2 border-b border-line px-4">
        <Radix.List
          aria-label={label}
          className="-mx-1.5 -mb-px flex min-w-0 flex-1 gap-1 overflow-x-auto max-md:gap-0 [scrollbar-width:none]"
        >
          {items.map((item) => (
            <Radix.Trigger
              key={item.value}
              value={item.value}
              // Where the page shows what was chosen, there is no panel to name.
              {...(item.content === undefined ? { 'aria-controls': undefined } : {})}
              className="flex h-9 shrink-0 items-center gap-1.5 border-b-2 px-1.5 border-transparent text-sm text-muted transition-colors hover:text-text focus-visible:-outline-offset-2 data-[state=active]:border-accent data-[state=active]:font-medium data-[state=active]:text-text pointer-coarse:h-11"
            >
              {item.label}
              {item.count === undefined ? null : (
                <span className="tabular text-xs text-muted">{item.count}</span>
              )}
            </Radix.Trigger>
          ))}
        </Radix.List>
        {actions}
      </div>
      {items.map((item) =>
        item.content === undefined ? null : (
          <Radix.Content
            key={item.value}
            value={item.value}
            className={cx(
              'outline-offset-[-2px]',
              fill && 'min-h-0 flex-1 overflow-y-auto data-[state=inactive]:hidden',
            )}
          >
            {item.content}
          </Radix.Content>
        ),
      )}
    </Radix.Root>
  );
}
