'use client';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { speakPlainly } from '@/shared/say_mistake';
import { createApiClient } from './client';
import { LiveProvider } from './live/LiveProvider';
import { createQueryClient } from './queryClient';
import { TRPCProvider } from './trpc';

// Forms know the rules of the server, and say them in the same words.
speakPlainly();

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
