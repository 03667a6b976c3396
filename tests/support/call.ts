import { createTRPCClient, httpLink } from '@trpc/client';
import superjson from 'superjson';
import type { AppRouter } from '@/backend/trpc/root';

/** The typed client a browser would use, with the owner's cookie. */
export function createCaller(input: { url: string; cookie: string }) {
  return createTRPCClient<AppRouter>({
    links: [
      httpLink({
        url: `${input.url}/api/trpc`,
        transformer: superjson,
        headers: { cookie: input.cookie, origin: input.url },
      }),
    ],
  });
}
