'use client';
import { ButtonLink } from '@/frontend/ui/Button';
import { EmptyState } from '@/frontend/ui/EmptyState';
import { AppLink } from './AppLink';
import { paths } from './paths';

/** An address that leads nowhere, or nowhere any more. */
export function NothingHere() {
  return (
    <EmptyState
      title="There is nothing at this address."
      action={
        <ButtonLink variant="primary">
          <AppLink href={paths.inbox()}>Go to the inbox</AppLink>
        </ButtonLink>
      }
    >
      What was here may have been deleted, or the link is cut short.
    </EmptyState>
  );
}
