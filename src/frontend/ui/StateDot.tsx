import type { ReactNode } from 'react';
import { cx } from './cx';
import { stateInk, type VisualState } from './state';

/** A shape per state, so that it is told apart without colour. Decorative unless given a label. */
export function StateDot({
  state,
  label,
  className,
}: {
  state: VisualState;
  label?: string;
  className?: string;
}) {
  return (
    <svg
      viewBox="0 0 14 14"
      className={cx('size-3.5 shrink-0', stateInk[state], className)}
      role={label === undefined ? 'presentation' : 'img'}
      aria-hidden={label === undefined}
      aria-label={label}
    >
      {shapes[state]}
    </svg>
  );
}

const ring = <circle cx="7" cy="7" r="5.75" fill="none" stroke="currentColor" strokeWidth="1.5" />;

const shapes: Record<VisualState, ReactNode> = {
  idle: (
    <circle
      cx="7"
      cy="7"
      r="5.75"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeDasharray="2 1.61"
    />
  ),
  working: (
    <>
      {ring}
      <circle cx="7" cy="7" r="3" fill="currentColor" />
    </>
  ),
  review: (
    <>
      {ring}
      <path d="M7 3.5a3.5 3.5 0 0 1 0 7z" fill="currentColor" />
    </>
  ),
  blocked: (
    <>
      <rect x="1.25" y="1.25" width="11.5" height="11.5" rx="3" fill="currentColor" />
      <path d="M4 7h6" className="stroke-bg" strokeWidth="1.75" strokeLinecap="round" />
    </>
  ),
  failed: (
    <>
      <path d="M4.4 1h5.2L13 4.4v5.2L9.6 13H4.4L1 9.6V4.4z" fill="currentColor" />
      <path d="m5 5 4 4m0-4-4 4" className="stroke-bg" strokeWidth="1.6" strokeLinecap="round" />
    </>
  ),
  done: (
    <>
      <circle cx="7" cy="7" r="6.5" fill="currentColor" />
      <path
        d="m4.25 7.2 1.9 1.9 3.6-4"
        fill="none"
        className="stroke-bg"
        strokeWidth="1.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </>
  ),
};
