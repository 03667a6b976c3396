import { ButtonLink } from '@/frontend/ui/Button';
import { EmptyState } from '@/frontend/ui/EmptyState';
import { AppLink } from './AppLink';
import { paths } from './paths';

export function PageMissing() {
  return (
    <>
      <title>Not found · Factory Factory</title>
      <main id="content" className="min-h-0 flex-1 overflow-y-auto">
        <h1 className="sr-only">Not found</h1>
        <EmptyState
          title="There is nothing at this address."
          action={
            <ButtonLink variant="primary">
              <AppLink href={paths.inbox()}>Go to the inbox</AppLink>
            </ButtonLink>
          }
        >
          The task, pull request or project may have been deleted, or the link is cut short.
        </EmptyState>
      </main>
    </>
  );
}
