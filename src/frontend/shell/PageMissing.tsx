'use client';
import { NothingHere } from './NothingHere';
import { Page } from './Page';
import { paths } from './paths';

export function PageMissing() {
  return (
    <Page title="Not found" crumbs={[{ label: 'Inbox', href: paths.inbox() }, { label: 'Not found' }]}>
      <NothingHere />
    </Page>
  );
}
