'use client';
import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx';
import { Tooltip, type TooltipProps } from './Tooltip';

export type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> & {
  /** The name for screen readers and the tooltip. */
  label: string;
  icon: ReactNode;
  keys?: string;
  side?: TooltipProps['side'];
  pressed?: boolean;
};

export function IconButton({ label, icon, keys, side, pressed, className, ...rest }: IconButtonProps) {
  return (
    <Tooltip label={label} keys={keys} side={side}>
      <button
        type="button"
        {...rest}
        aria-label={label}
        aria-pressed={pressed}
        className={cx(
          'inline-flex size-7 shrink-0 items-center justify-center rounded-md text-muted transition-colors hover:bg-hover hover:text-text',
          'disabled:pointer-events-none disabled:opacity-50 pointer-coarse:size-10 [&_svg]:size-4',
          pressed && 'bg-hover text-text',
          className,
        )}
      >
        {icon}
      </button>
    </Tooltip>
  );
}
