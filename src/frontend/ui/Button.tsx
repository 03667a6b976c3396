import { LoaderCircle } from 'lucide-react';
import { Slot } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx';
import { Kbd } from './Kbd';

export type ButtonVariant = 'primary' | 'default' | 'ghost' | 'danger';
export type ButtonSize = 'sm' | 'md';

export type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Shown before the words; replaced by a spinner while busy. */
  icon?: ReactNode;
  /** The key that does the same, shown after the words. */
  keys?: string;
  /** Keeps its width and refuses clicks while the answer is on its way. */
  busy?: boolean;
};

const looks: Record<ButtonVariant, string> = {
  primary: 'bg-accent-bg text-accent-fg hover:bg-accent-hover',
  default: 'border border-line-strong bg-raised text-text hover:bg-hover',
  ghost: 'text-muted hover:bg-hover hover:text-text',
  danger: 'border border-line-strong bg-raised text-failed hover:border-failed hover:bg-failed-bg',
};

const sizes: Record<ButtonSize, string> = {
  sm: 'h-6 gap-1 px-2 text-xs',
  md: 'h-7 gap-1.5 px-2.5 text-sm',
};

function buttonClass(variant: ButtonVariant = 'default', size: ButtonSize = 'md'): string {
  return cx(
    'inline-flex shrink-0 select-none items-center justify-center whitespace-nowrap rounded-md font-medium transition-colors',
    'disabled:pointer-events-none disabled:opacity-50 pointer-coarse:min-h-10 pointer-coarse:px-3.5',
    looks[variant],
    sizes[size],
  );
}

export function Button({
  variant,
  size,
  icon,
  keys,
  busy = false,
  className,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-busy={busy || undefined}
      disabled={rest.disabled || busy}
      className={cx(buttonClass(variant, size), className)}
    >
      {busy ? <LoaderCircle className="size-3.5 animate-spin" /> : icon}
      {children}
      {keys === undefined ? null : <Kbd keys={keys} on={variant === 'primary' ? 'accent' : 'plain'} />}
    </button>
  );
}

/** The same look on a link. */
export function ButtonLink({
  variant,
  size,
  className,
  ...rest
}: ComponentProps<typeof Slot.Root> & { variant?: ButtonVariant; size?: ButtonSize }) {
  return <Slot.Root {...rest} className={cx(buttonClass(variant, size), className)} />;
}
