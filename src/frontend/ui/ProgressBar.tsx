import { cx } from './cx';
import type { VisualState } from './state';

const fill: Record<VisualState, string> = {
  idle: 'bg-idle',
  working: 'bg-working',
  review: 'bg-review',
  blocked: 'bg-blocked',
  failed: 'bg-failed',
  done: 'bg-done',
};

export type ProgressPart = { state: VisualState; count: number; word: string };

/** How much is done, in full colour, and of the rest how much is in which state. The words are in its label and tooltip. */
export function ProgressBar({ parts, className }: { parts: readonly ProgressPart[]; className?: string }) {
  const total = parts.reduce((sum, part) => sum + part.count, 0);
  const done = parts.reduce((sum, part) => sum + (part.state === 'done' ? part.count : 0), 0);
  const words = parts
    .filter((part) => part.count > 0)
    .map((part) => `${part.count} ${part.word}`)
    .join(', ');
  return (
    <div
      role="progressbar"
      aria-valuemin={0}
      aria-valuemax={Math.max(1, total)}
      aria-valuenow={done}
      aria-valuetext={words}
      aria-label="Progress"
      title={words}
      className={cx('flex h-1.5 w-full gap-px overflow-hidden rounded-full bg-hover', className)}
    >
      {parts.map((part) =>
        part.count === 0 || part.state === 'idle' ? null : (
          <div
            key={part.word}
            className={cx(
              'h-full transition-[width]',
              fill[part.state],
              part.state !== 'done' && 'opacity-35',
            )}
            style={{ width: `${(part.count / total) * 100}%` }}
          />
        ),
      )}
    </div>
  );
}
