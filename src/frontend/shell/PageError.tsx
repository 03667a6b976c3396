'use client';
import { describeFailure } from '@/frontend/api/failure';
import { ButtonLink } from '@/frontend/ui/Button';
import { ErrorState } from '@/frontend/ui/ErrorState';
import { AppLink } from './AppLink';
import { paths } from './paths';

/** A page that could not be drawn: what happened, try again, or go on elsewhere. */
export function PageError({ error, retry }: { error: unknown; retry: () => void }) {
  const { title, next } = describeFailure(error);
  return (
    <>
      <title>This page failed · Factory Factory</title>
      <main id="content" className="min-h-0 flex-1 overflow-y-auto">
        <h1 className="sr-only">This page failed</h1>
        <ErrorState
          title={title}
          next={next}
          detail={error instanceof Error ? error.stack : undefined}
          onRetry={retry}
          actions={
            <ButtonLink>
              <AppLink href={paths.inbox()}>Go to the inbox</AppLink>
            </ButtonLink>
          }
        />
      </main>
    </>
  );
}
