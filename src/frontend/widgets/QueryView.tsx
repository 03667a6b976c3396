'use client';
import type { ReactNode } from 'react';
import { describeFailure } from '@/frontend/api/failure';
import { useConnection } from '@/frontend/api/live/LiveProvider';
import { NothingHere } from '@/frontend/shell/NothingHere';
import { ErrorState } from '@/frontend/ui/ErrorState';

/**
 * The three faces of a query: its skeleton, its failure with a way on, its data. What was shown stays while a
 * refresh fails; the banner tells about the connection.
 */
export function QueryView<Data>({
  query,
  named = false,
  skeleton,
  children,
}: {
  query: { data: Data | undefined; error: unknown; refetch: () => unknown };
  /** It is what the address of the page names: where it is not, there is no page. */
  named?: boolean;
  skeleton: ReactNode;
  children: (data: Data) => ReactNode;
}) {
  const { connection } = useConnection();
  if (query.data !== undefined) return children(query.data);
  if (query.error === null) return skeleton;
  const { code, title, next } = describeFailure(query.error);
  if (named && code === 'NOT_FOUND') return <NothingHere />;
  // The banner says what is wrong and what to do about it; once a page is enough.
  if (code === 'UNREACHABLE' && connection === 'offline')
    return (
      <p className="px-4 py-3 text-sm text-muted">Not loaded. It appears when the server answers again.</p>
    );
  return <ErrorState title={title} next={next} onRetry={() => query.refetch()} />;
}
