import { IncomingMessage, type ServerResponse } from 'node:http';
import type { Deps } from '@/backend/services/deps';
import { readBytes } from '../routers/web/read_bytes';
import { sendRefusal } from '../routers/web/refusal';
import { createFunctions, type Wake } from './create_functions';
import { startRelay } from './start_relay';

const MAX_BYTES = 4 * 1024 * 1024;
const TOO_LARGE = { status: 413, message: 'The request is too large.', next: 'Send less at once.' };

export type InngestEnv = Readonly<Record<string, string | undefined>>;

/** Whether the person wants it. Without it nothing of the package is even loaded. */
export function wantsInngest(env: InngestEnv): boolean {
  return Boolean(env.INNGEST_DEV) || Boolean(env.INNGEST_EVENT_KEY);
}

/** Serves our functions at /api/inngest and passes our events on. It only adds wakes to those that we have anyway. */
export async function connectInngest(
  deps: Pick<Deps, 'store' | 'newId' | 'log' | 'serverUrl'>,
  reconciler: Wake,
) {
  const [{ Inngest }, { serve }] = await Promise.all([import('inngest'), import('inngest/node')]);
  const inngest = new Inngest({ id: 'factory-factory' });
  const handler = serve({
    client: inngest,
    functions: createFunctions(inngest, reconciler),
    serveOrigin: deps.serverUrl,
    servePath: '/api/inngest',
  });
  const relay = startRelay(deps, (events) => inngest.send(events));
  return {
    mount: {
      prefix: '/api/inngest',
      zone: 'inngest',
      async handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
        const body = await readBytes(req, MAX_BYTES);
        if (body === null) return sendRefusal(res, TOO_LARGE, false);
        await handler(replay(req, body), res);
      },
    } as const,
    stop: () => relay.stop(),
  };
}

/** Inngest's own reader takes a body of any length, so it is given one that was read already. */
function replay(req: IncomingMessage, body: Buffer): IncomingMessage {
  const copy = new IncomingMessage(req.socket);
  Object.assign(copy, { method: req.method, url: req.url, headers: req.headers, complete: true });
  copy.push(body);
  copy.push(null);
  return copy;
}
