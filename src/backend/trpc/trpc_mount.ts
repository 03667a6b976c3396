import type { IncomingMessage, ServerResponse } from 'node:http';
import { nodeHTTPRequestHandler } from '@trpc/server/adapters/node-http';
import type { Deps } from '@/backend/services/deps';
import { appRouter } from './root';

const PREFIX = '/api/trpc/';
const MAX_BODY_BYTES = 4 * 1024 * 1024;

/** tRPC on our own server, outside Next, so that there is one of everything. */
export function trpcMount(deps: Deps) {
  return {
    prefix: PREFIX,
    zone: 'owner',
    async handle(req: IncomingMessage, res: ServerResponse, url: URL): Promise<void> {
      await nodeHTTPRequestHandler({
        router: appRouter,
        req,
        res,
        path: url.pathname.slice(PREFIX.length),
        createContext: () => ({ deps }),
        maxBodySize: MAX_BODY_BYTES,
        maxBatchSize: 50,
      });
    },
  } as const;
}
