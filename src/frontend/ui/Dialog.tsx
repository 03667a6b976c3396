'use client';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { ShortcutLayer } from '@/frontend/keyboard/ShortcutLayer';
import { CloseButton } from './CloseButton';
import { cx } from './cx';
import { focusFirst } from './focusFirst';

export type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  footer?: ReactNode;
  width?: string;
};

/** A question or a short form over the page. Esc, the backdrop and × close it; focus returns. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  footer,
  width = 'max-w-lg',
}: DialogProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="anim-fade fixed inset-0 z-40 bg-overlay" />
        <Radix.Content
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
          onOpenAutoFocus={focusFirst}
          className={cx(
            'anim-in fixed top-[12vh] left-1/2 z-40 flex max-h-[80vh] w-[calc(100vw-24px)] -translate-x-1/2 flex-col rounded-lg bg-raised shadow-pop outline-none',
            width,
          )}
        >
          <ShortcutLayer>
            <header className="flex items-start gap-2 px-4 pt-3 pb-2">
              <div className="min-w-0 flex-1">
                <Radix.Title className="text-base font-semibold">{title}</Radix.Title>
                {description === undefined ? null : (
                  <Radix.Description className="mt-1 text-muted">{description}</Radix.Description>
                )}
              </div>
              <CloseButton className="-mr-1.5" />
            </header>
            {children === undefined ? null : (
              <div className="min-h-0 flex-1 overflow-y-auto px-4 pb-4">{children}</div>
            )}
            {footer === undefined ? null : (
              <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-4 py-3">
                {footer}
              </footer>
            )}
          </ShortcutLayer>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
