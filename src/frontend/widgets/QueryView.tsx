'use client';
import type { ReactNode } from 'react';
import { describeFailure } from '@/frontend/api/failure';
import { ErrorState } from '@/frontend/ui/ErrorState';

/**
 * The three faces of a query: its skeleton, its failure with a way on, its data. What was shown stays while a
 * refresh fails; the banner tells about the connection.
 */
export function QueryView<Data>({
  query,
  skeleton,
  children,
}: {
  query: { data: Data | undefined; error: unknown; refetch: () => unknown };
  skeleton: ReactNode;
  children: (data: Data) => ReactNode;
}) {
  if (query.data !== undefined) return children(query.data);
  if (query.error === null) return skeleton;
  const { title, next } = describeFailure(query.error);
  return <ErrorState title={title} next={next} onRetry={() => query.refetch()} />;
}
