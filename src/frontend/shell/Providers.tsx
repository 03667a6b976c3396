'use client';
import type { ReactNode } from 'react';
import { ShortcutProvider } from '@/frontend/keyboard/ShortcutProvider';
import { Toaster } from '@/frontend/ui/Toaster';
import { TooltipProvider } from '@/frontend/ui/Tooltip';

/** What every page needs, with or without a server behind it. */
export function Providers({ children }: { children: ReactNode }) {
  return (
    <ShortcutProvider>
      <TooltipProvider>
        {children}
        <Toaster />
      </TooltipProvider>
    </ShortcutProvider>
  );
}
