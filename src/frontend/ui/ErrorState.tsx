import type { ReactNode } from 'react';
import { Button } from './Button';
import { StateDot } from './StateDot';

/** What happened, what to do about it, and a way on. */
export function ErrorState({
  title,
  next,
  detail,
  onRetry,
  actions,
}: {
  title: string;
  next: string;
  /** The technical part, folded away. */
  detail?: string;
  onRetry?: () => void;
  actions?: ReactNode;
}) {
  return (
    <div role="alert" className="mx-auto flex max-w-xl items-start gap-3 px-4 py-12">
      <StateDot state="failed" className="mt-[3px]" />
      <div className="min-w-0 flex-1">
        <p className="font-medium [overflow-wrap:anywhere]">{title}</p>
        <p className="text-muted">{next}</p>
        {detail === undefined ? null : (
          <details className="mt-2">
            <summary className="w-fit cursor-pointer text-xs text-muted hover:text-text">Details</summary>
            <pre className="mt-1 max-h-60 overflow-auto whitespace-pre-wrap rounded-md border border-line bg-surface p-2 text-xs">
              {detail}
            </pre>
          </details>
        )}
        <div className="mt-3 flex flex-wrap gap-2">
          {onRetry === undefined ? null : (
            <Button variant="primary" onClick={onRetry}>
              Try again
            </Button>
          )}
          {actions}
        </div>
      </div>
    </div>
  );
}
