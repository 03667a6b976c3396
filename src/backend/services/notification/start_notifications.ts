import { nextNotificationDue } from '@/backend/resource_accessors/notification.accessor';
import type { Deps } from '../deps';
import { sendDueNotifications } from './send_due';

const SHORTEST_SLEEP_MS = 1000;
const LONGEST_SLEEP_MS = 60_000;

/** Sends what falls due until it is stopped: at once when something new is written, later what was held or has failed. */
export function startNotifications(deps: Pick<Deps, 'store' | 'clock' | 'newId' | 'log' | 'notifiers'>): {
  stop(): Promise<void>;
} {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let failures = 0;

  function sendSoon(): void {
    running = running.then(async () => {
      if (!stopping.signal.aborted) sendAfter(await sendNow());
    });
  }

  /** Says how long nothing is to be done; null when until something new is written. */
  async function sendNow(): Promise<number | null> {
    try {
      await sendDueNotifications(deps);
      const due = await nextNotificationDue(deps.store);
      failures = 0;
      return due === null ? null : due.getTime() - deps.clock().getTime();
    } catch (error) {
      deps.log.error({ err: error }, 'notifications could not be sent; it is tried again');
      return SHORTEST_SLEEP_MS * 2 ** failures++;
    }
  }

  function sendAfter(wait: number | null): void {
    clearTimeout(timer);
    if (wait === null || stopping.signal.aborted) return;
    timer = setTimeout(sendSoon, Math.min(Math.max(wait, SHORTEST_SLEEP_MS), LONGEST_SLEEP_MS)).unref();
  }

  const following = (async () => {
    for await (const event of deps.store.tail.follow(deps.store.tail.last(), stopping.signal)) {
      if (event.kind === 'notification.updated' && event.payload.state === 'PENDING') sendSoon();
    }
  })().catch((error: unknown) => deps.log.error({ err: error }, 'notifications follow no changes any more'));
  sendSoon();

  return {
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await following;
      await running;
    },
  };
}
