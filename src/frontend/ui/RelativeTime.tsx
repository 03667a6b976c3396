'use client';
import { useSyncExternalStore } from 'react';
import { formatAge } from '@/frontend/format/duration';
import { formatExact } from '@/frontend/format/time';
import { subscribeToClock } from './clock';

/** "3 m", live, with the exact time on hover. On the server it is the date, which every reader agrees on. */
export function RelativeTime({ at, className }: { at: Date; className?: string }) {
  const words = useSyncExternalStore(
    subscribeToClock,
    () => formatAge(at, Date.now()),
    () => at.toISOString().slice(0, 10),
  );
  return (
    <time
      dateTime={at.toISOString()}
      title={formatExact(at)}
      suppressHydrationWarning
      className={`tabular whitespace-nowrap ${className ?? ''}`}
    >
      {words}
    </time>
  );
}
