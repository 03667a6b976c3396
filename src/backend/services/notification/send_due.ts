import { toFactoryError } from '@/backend/domain/errors';
import { quietUntil } from '@/backend/domain/notification/quiet_until';
import { retryPause } from '@/backend/domain/notification/retry_pause';
import {
  type DueNotification,
  listDueNotifications,
  moveRetry,
  recordAttempt,
  recordOutcome,
  settleNotification,
} from '@/backend/resource_accessors/notification.accessor';
import { NotificationChannel, type NotificationSettings } from '@/shared/notification';
import type { Deps } from '../deps';
import { readNotificationSettings } from './read_settings';

type SendDeps = Pick<Deps, 'store' | 'clock' | 'newId' | 'notifiers'>;

/**
 * Tells what is due, or holds it until the quiet hours end. It is marked as sent before it is sent: after a crash in
 * between a person misses one pop-up, and still finds it in the inbox; the other way round it would come again and again.
 * A channel that failed is tried again later, by itself; one that worked is not.
 */
export async function sendDueNotifications(deps: SendDeps): Promise<void> {
  const settings = await readNotificationSettings(deps);
  const now = deps.clock();
  for (const one of await listDueNotifications(deps.store, { now, limit: 50 })) {
    const until = one.forced ? null : quietUntil(now, settings.quietHours);
    if (until !== null) await hold(deps, one, until);
    else if (await take(deps, one)) await send(deps, one, settings);
  }
}

function hold(deps: SendDeps, one: DueNotification, until: Date): Promise<boolean> {
  return deps.store.write((tx) =>
    one.retryAt === null
      ? settleNotification(tx, { id: one.id, from: one.state, to: 'HELD', dueAt: until })
      : moveRetry(tx, { id: one.id, from: one.retryAt, to: until }),
  );
}

function take(deps: SendDeps, one: DueNotification): Promise<boolean> {
  return deps.store.write((tx) =>
    one.retryAt === null
      ? settleNotification(tx, { id: one.id, from: one.state, to: 'SENT' })
      : moveRetry(tx, { id: one.id, from: one.retryAt, to: null }),
  );
}

async function send(deps: SendDeps, one: DueNotification, settings: NotificationSettings): Promise<void> {
  const channels = channelsFor(one, settings);
  const errors = await Promise.all(
    channels.map((channel) =>
      deps.notifiers[channel](one, settings).then(
        () => null,
        (error: unknown) => toFactoryError(error).sentence.slice(0, 500),
      ),
    ),
  );
  const made = channels.map((channel, at) => ({ channel, error: errors[at] ?? null }));
  const pauses = made.flatMap(({ channel, error }) => {
    const before = one.attempts.filter((attempt) => attempt.channel === channel).length;
    return error === null ? [] : (retryPause(before + 1) ?? []);
  });
  await deps.store.write(async (tx) => {
    for (const attempt of made) {
      await recordAttempt(tx, { id: deps.newId(), notificationId: one.id, ...attempt });
    }
    if (made.length === 0 || (one.retryAt === null && made.every(({ error }) => error === null))) return;
    const arrived = [...one.attempts.map(({ ok }) => ok), ...made.map(({ error }) => error === null)];
    await recordOutcome(tx, {
      id: one.id,
      state: arrived.includes(true) ? 'SENT' : 'FAILED',
      retryAt: pauses.length === 0 ? null : new Date(tx.now.getTime() + Math.min(...pauses)),
    });
  });
}

/** Of those that are on; the second time those that were tried and have not worked yet. */
function channelsFor(one: DueNotification, settings: NotificationSettings): NotificationChannel[] {
  const isOn = { desktop: settings.desktop, webhook: settings.webhookUrl !== null };
  return NotificationChannel.options.filter((channel) => {
    const tried = one.attempts.filter((attempt) => attempt.channel === channel);
    return isOn[channel] && (one.retryAt === null || (tried.length > 0 && tried.every(({ ok }) => !ok)));
  });
}
