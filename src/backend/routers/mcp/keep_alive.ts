import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type { ServerNotification, ServerRequest } from '@modelcontextprotocol/sdk/types.js';

const EVERY_MS = 10_000;

type Extra = Pick<RequestHandlerExtra<ServerRequest, ServerNotification>, '_meta' | 'sendNotification'>;

/** Tells a client that asked for it that a long call goes on, so that it does not take silence for death. */
export async function keepAlive<T>(extra: Extra, work: () => Promise<T>): Promise<T> {
  const progressToken = extra._meta?.progressToken;
  if (progressToken === undefined) return work();
  let progress = 0;
  const timer = setInterval(() => {
    progress += 1;
    const told = extra.sendNotification({
      method: 'notifications/progress',
      params: { progressToken, progress },
    });
    // The client has gone. The work goes on and its result is found again by asking.
    told.catch(() => clearInterval(timer));
  }, EVERY_MS);
  timer.unref();
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
