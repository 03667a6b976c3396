import type { Metadata, Viewport } from 'next';
import type { ReactNode } from 'react';
import { Providers } from '@/frontend/shell/Providers';
import './globals.css';

// Every answer carries its own nonce, which a page rendered ahead of time could not know.
export const dynamic = 'force-dynamic';

// No title here: each page renders its own, with the count of what waits.
export const metadata: Metadata = {
  description: 'Write an epic; a factory of coding agents turns it into one reviewed pull request.',
  robots: { index: false },
};

export const viewport: Viewport = {
  width: 'device-width',
  initialScale: 1,
  viewportFit: 'cover',
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#f7f7f8' },
    { media: '(prefers-color-scheme: dark)', color: '#131417' },
  ],
};

export default function RootLayout({ children }: { children: ReactNode }) {
  return (
    // theme.js sets data-theme before React sees the page.
    <html lang="en" suppressHydrationWarning>
      <head>
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <script src="/theme.js" />
      </head>
      <body>
        <Providers>{children}</Providers>
      </body>
    </html>
  );
}
