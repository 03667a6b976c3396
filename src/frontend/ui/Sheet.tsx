'use client';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { ShortcutLayer } from '@/frontend/keyboard/ShortcutLayer';
import { CloseButton } from './CloseButton';
import { cx } from './cx';
import { focusFirst } from './focusFirst';

const edges = {
  right: 'anim-slide inset-y-0 right-0 w-[min(420px,100vw)] border-l',
  left: 'anim-fade inset-y-0 left-0 w-[min(280px,85vw)] border-r',
  bottom: 'anim-rise inset-x-0 bottom-0 max-h-[85dvh] rounded-t-lg border-t pb-[env(safe-area-inset-bottom)]',
};

/** A panel from an edge that takes the focus: details and the menu on small screens. */
export function Sheet({
  open,
  onOpenChange,
  title,
  hideTitle = false,
  edge = 'right',
  children,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  hideTitle?: boolean;
  edge?: keyof typeof edges;
  children: ReactNode;
}) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="anim-fade fixed inset-0 z-40 bg-overlay" />
        <Radix.Content
          aria-describedby={undefined}
          onOpenAutoFocus={focusFirst}
          className={cx('fixed z-40 flex flex-col border-line bg-bg outline-none', edges[edge])}
        >
          <ShortcutLayer>
            <header
              className={cx(
                'flex h-11 shrink-0 items-center justify-between border-b border-line pr-2 pl-4',
                hideTitle && 'sr-only',
              )}
            >
              <Radix.Title className="truncate font-semibold">{title}</Radix.Title>
              <CloseButton />
            </header>
            <div className="min-h-0 flex-1 overflow-y-auto">{children}</div>
          </ShortcutLayer>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
