import { createTRPCClient, httpBatchLink, httpLink, httpSubscriptionLink, splitLink } from '@trpc/client';
import superjson from 'superjson';
import type { AppRouter } from '@/backend/trpc/root';

const URL_PATH = '/api/trpc';

export const ALONE = { context: { alone: true } };

/**
 * Same origin, so the cookie goes along by itself. Reads that start together travel together and are answered
 * together; one that must not wait for the others goes `ALONE`.
 */
export function createApiClient() {
  return createTRPCClient<AppRouter>({
    links: [
      splitLink({
        condition: (operation) => operation.type === 'subscription',
        true: httpSubscriptionLink({ url: URL_PATH, transformer: superjson }),
        false: splitLink({
          condition: (operation) => operation.context.alone === true,
          true: httpLink({ url: URL_PATH, transformer: superjson }),
          false: httpBatchLink({ url: URL_PATH, transformer: superjson, maxURLLength: 8000, maxItems: 20 }),
        }),
      }),
    ],
  });
}

export type ApiClient = ReturnType<typeof createApiClient>;
