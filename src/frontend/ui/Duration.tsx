'use client';
import { useSyncExternalStore } from 'react';
import { formatDuration } from '@/frontend/format/duration';
import { formatExact } from '@/frontend/format/time';
import { subscribeToClock } from './clock';

/** "3 m 12 s": a fixed length, or live from `since` until `until`. */
export function Duration({
  ms,
  since,
  until,
  className,
}: {
  ms?: number;
  since?: Date;
  until?: Date | null;
  className?: string;
}) {
  const measure = (now: number) =>
    formatDuration(ms ?? (since === undefined ? 0 : (until?.getTime() ?? now) - since.getTime()));
  const words = useSyncExternalStore(
    subscribeToClock,
    () => measure(Date.now()),
    () => measure(since?.getTime() ?? 0),
  );
  return (
    <span
      className={`tabular whitespace-nowrap ${className ?? ''}`}
      title={since === undefined ? undefined : `since ${formatExact(since)}`}
      suppressHydrationWarning
    >
      {words}
    </span>
  );
}
