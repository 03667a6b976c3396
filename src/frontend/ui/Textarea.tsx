import type { ComponentProps } from 'react';
import { cx } from './cx';
import { controlClass } from './Input';

/** Grows with its text up to `max-h`. */
export function Textarea({ className, mono, ...rest }: ComponentProps<'textarea'> & { mono?: boolean }) {
  return (
    <textarea
      rows={4}
      {...rest}
      className={cx(
        controlClass,
        'field-sizing-content max-h-[50vh] min-h-20 resize-y px-2.5 py-1.5',
        mono && 'font-mono',
        className,
      )}
    />
  );
}
