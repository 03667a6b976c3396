'use client';
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '@/frontend/api/trpc';
import type { ProviderName } from '@/shared/agent';

/** The programs that agents can be, and what each is called; null until that is known. */
export function useProviders() {
  const trpc = useTRPC();
  const providers = useQuery(trpc.provider.list.queryOptions(undefined, { staleTime: 60_000 })).data ?? [];
  const titleOf = (name: ProviderName): string | null =>
    providers.length === 0 ? null : (providers.find((each) => each.name === name)?.title ?? name);
  return { providers, titleOf };
}
