import type { ReactNode } from 'react';
import { cx } from './cx';
import { stateTint, type VisualState } from './state';

/** A short fact: a count, a label, a mode. `tone` only where it is a state. */
export function Badge({ children, tone, mono }: { children: ReactNode; tone?: VisualState; mono?: boolean }) {
  return (
    <span
      className={cx(
        'tabular inline-flex h-5 items-center whitespace-nowrap rounded-sm px-1.5 text-xs',
        tone === undefined ? 'border border-line text-muted' : stateTint[tone],
        mono && 'font-mono',
      )}
    >
      {children}
    </span>
  );
}
