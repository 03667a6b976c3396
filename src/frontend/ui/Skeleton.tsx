import { cx } from './cx';

/** A grey bar with the size of what is coming. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={cx('anim-shimmer h-3 rounded-sm bg-hover', className)} />;
}

const widths = ['w-2/5', 'w-3/5', 'w-1/3', 'w-1/2', 'w-2/3', 'w-1/4'];

/** Rows of the real height, so that nothing moves when the data arrives. */
export function SkeletonRows({ rows = 6, label = 'Loading' }: { rows?: number; label?: string }) {
  return (
    <div role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
        <div key={row} className="flex h-9 items-center gap-3 border-b border-line px-4">
          <Skeleton className="size-3.5 rounded-full" />
          <Skeleton className={widths[row % widths.length]} />
          <Skeleton className="ml-auto w-10" />
        </div>
      ))}
    </div>
  );
}
