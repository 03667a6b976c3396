import type { ReactNode } from 'react';
import { ApiProvider } from '@/frontend/api/ApiProvider';
import { AppShell } from '@/frontend/shell/AppShell';

export default function AppLayout({ children }: { children: ReactNode }) {
  return (
    <ApiProvider>
      <AppShell>{children}</AppShell>
    </ApiProvider>
  );
}
