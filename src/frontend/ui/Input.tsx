import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx';

export const controlClass = cx(
  'w-full rounded-md border border-control/60 bg-bg text-sm text-text transition-colors hover:border-control',
  'focus:border-accent focus:outline-1 focus:outline-offset-0 focus:outline-accent',
  'aria-invalid:border-failed disabled:opacity-50 pointer-coarse:text-lg',
);

export function Input({
  className,
  mono,
  lead,
  ...rest
}: ComponentProps<'input'> & { mono?: boolean; lead?: ReactNode }) {
  const input = (
    <input
      type="text"
      autoComplete="off"
      {...rest}
      className={cx(
        controlClass,
        'h-8 px-2.5 pointer-coarse:h-11',
        mono && 'font-mono',
        lead !== undefined && 'pl-8',
        className,
      )}
    />
  );
  if (lead === undefined) return input;
  return (
    <span className="relative block">
      <span className="pointer-events-none absolute inset-y-0 left-2.5 flex items-center text-muted [&_svg]:size-4">
        {lead}
      </span>
      {input}
    </span>
  );
}
