'use client';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { createApiClient } from './client';
import { LiveProvider } from './live/LiveProvider';
import { createQueryClient } from './queryClient';
import { TRPCProvider } from './trpc';

export function ApiProvider({ children }: { children: ReactNode }) {
  const [queries] = useState(createQueryClient);
  const [client] = useState(createApiClient);
  return (
    <QueryClientProvider client={queries}>
      <TRPCProvider trpcClient={client} queryClient={queries}>
        <LiveProvider>{children}</LiveProvider>
      </TRPCProvider>
    </QueryClientProvider>
  );
}
