'use client';
import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { cx } from './cx';

/** The × of a dialog. Without a tooltip: it would lie over the words when the focus comes here. */
export function CloseButton({ className }: { className?: string }) {
  return (
    <Radix.Close
      aria-label="Close"
      title="Close (Esc)"
      className={cx(
        'inline-flex size-7 shrink-0 items-center justify-center rounded-md text-muted transition-colors hover:bg-hover hover:text-text pointer-coarse:size-10',
        className,
      )}
    >
      <X aria-hidden className="size-4" />
    </Radix.Close>
  );
}
