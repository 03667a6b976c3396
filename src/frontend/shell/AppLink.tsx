import Link from 'next/link';
import type { ComponentProps } from 'react';

/** A link inside the app. Data is fetched in the browser, so prefetching pages ahead would gain nothing. */
export function AppLink(props: ComponentProps<typeof Link>) {
  return <Link prefetch={false} {...props} />;
}
