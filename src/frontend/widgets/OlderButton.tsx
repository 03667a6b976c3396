import type { ReactNode } from 'react';
import { Button } from '@/frontend/ui/Button';

/** The end of a list that has more. */
export function OlderButton({
  query,
  children,
}: {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };
  children: ReactNode;
}) {
  return query.hasNextPage ? (
    <div className="flex justify-center p-4">
      <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {children}
      </Button>
    </div>
  ) : null;
}
