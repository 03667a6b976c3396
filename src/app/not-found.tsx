import { PageMissing } from '@/frontend/shell/PageMissing';
import AppLayout from './(app)/layout';

/** Inside the frame, from where one gets on. No page may take every address: Next ends the terminals' sockets on one that does. */
export default function NotFound() {
  return (
    <AppLayout>
      <PageMissing />
    </AppLayout>
  );
}
