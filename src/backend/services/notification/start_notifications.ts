import { nextNotificationDue } from '@/backend/resource_accessors/notification.accessor';
import type { Deps } from '../deps';
import { sendDueNotifications } from './send_due';

const LONGEST_SLEEP_MS = 60_000;

/** Sends what falls due until it is stopped: at once when something new is written, later what was held. */
export function startNotifications(deps: Pick<Deps, 'store' | 'clock' | 'newId' | 'log' | 'notifiers'>): {
  stop(): Promise<void>;
} {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  function sendSoon(): void {
    running = running.then(async () => {
      if (stopping.signal.aborted) return;
      await sendDueNotifications(deps);
      const due = await nextNotificationDue(deps.store);
      clearTimeout(timer);
      if (due === null || stopping.signal.aborted) return;
      const wait = Math.min(Math.max(due.getTime() - deps.clock().getTime(), 1000), LONGEST_SLEEP_MS);
      timer = setTimeout(sendSoon, wait).unref();
    });
    running = running.catch((error: unknown) =>
      deps.log.error({ err: error }, 'notifications could not be sent'),
    );
  }

  const following = (async () => {
    for await (const event of deps.store.tail.follow(deps.store.tail.last(), stopping.signal)) {
      if (event.kind === 'notification.updated' && event.payload.state === 'PENDING') sendSoon();
    }
  })();
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
