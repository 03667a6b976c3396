'use client';
import { PageError } from '@/frontend/shell/PageError';
import './globals.css';

/** The frame itself failed, so this one stands alone. */
export default function GlobalError({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <html lang="en">
      <body>
        <PageError error={error} retry={retry} />
      </body>
    </html>
  );
}
