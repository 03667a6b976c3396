'use client';
import { type ReactNode, useEffect, useRef } from 'react';
import { AppLink } from '@/frontend/shell/AppLink';
import { cx } from './cx';

/** A list of rows under an optional heading line. */
export function DataList({
  label,
  heading,
  aside,
  children,
}: {
  label: string;
  heading?: ReactNode;
  aside?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section aria-label={label}>
      {heading === undefined ? null : (
        <header className="flex h-8 items-center justify-between gap-2 border-b border-line bg-surface px-4 text-xs">
          <h2 className="font-medium">{heading}</h2>
          <div className="text-muted">{aside}</div>
        </header>
      )}
      <ul>{children}</ul>
    </section>
  );
}

export type RowProps = {
  /** Where the row leads. The whole row is the link; `actions` stay above it. */
  href?: string;
  onOpen?: () => void;
  lead?: ReactNode;
  title: ReactNode;
  /** Quiet facts after the title; under it on small screens. */
  meta?: ReactNode;
  /** Times and amounts at the right edge. */
  trail?: ReactNode;
  actions?: ReactNode;
  active?: boolean;
  unread?: boolean;
};

/** 36 px, one line: lead, title, facts, trail. The active row is the one the keyboard acts on. */
export function Row({ href, onOpen, lead, title, meta, trail, actions, active = false, unread }: RowProps) {
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (active) row.current?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  const titleClass = cx(
    'truncate rounded-none text-left outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent',
    unread ? 'font-semibold' : 'font-medium',
  );
  return (
    <li
      ref={row}
      aria-current={active || undefined}
      data-active={active || undefined}
      className={cx(
        'group relative flex min-h-9 items-center gap-2.5 border-b border-line px-4 text-sm transition-colors',
        active ? 'bg-selected' : 'hover:bg-hover',
        'before:absolute before:inset-y-0 before:left-0 before:w-0.5',
        active && 'before:bg-accent',
      )}
    >
      {lead === undefined ? null : <span className="flex shrink-0 items-center">{lead}</span>}
      <span className="flex min-w-0 flex-1 items-baseline gap-x-3 max-md:flex-col max-md:py-1.5">
        <RowTitle
          href={href}
          onOpen={onOpen}
          className={cx(titleClass, 'max-w-full md:max-w-[60%] md:shrink-0')}
        >
          {title}
        </RowTitle>
        {meta === undefined ? null : (
          <span className="min-w-0 max-w-full truncate text-xs text-muted">{meta}</span>
        )}
      </span>
      {actions === undefined ? null : (
        <span className="relative z-10 flex shrink-0 items-center gap-1 max-md:hidden">{actions}</span>
      )}
      {trail === undefined ? null : (
        <span className="tabular flex shrink-0 items-center gap-3 text-xs text-muted">{trail}</span>
      )}
    </li>
  );
}

function RowTitle({
  href,
  onOpen,
  className,
  children,
}: {
  href: string | undefined;
  onOpen: (() => void) | undefined;
  className: string;
  children: ReactNode;
}) {
  if (href !== undefined) {
    return (
      <AppLink href={href} className={className}>
        {children}
      </AppLink>
    );
  }
  if (onOpen === undefined) return <span className={cx(className, 'after:hidden')}>{children}</span>;
  return (
    <button type="button" onClick={onOpen} className={className}>
      {children}
    </button>
  );
}
