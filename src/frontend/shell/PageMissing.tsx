'use client';
import { ButtonLink } from '@/frontend/ui/Button';
import { EmptyState } from '@/frontend/ui/EmptyState';
import { AppLink } from './AppLink';
import { Page } from './Page';
import { paths } from './paths';

export function PageMissing() {
  return (
    <Page title="Not found" crumbs={[{ label: 'Inbox', href: paths.inbox() }, { label: 'Not found' }]}>
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
    </Page>
  );
}
