import { messageOf } from '@/backend/domain/errors';
import { quietUntil } from '@/backend/domain/notification/quiet_until';
import {
  listDueNotifications,
  type Notification,
  recordAttempt,
  settleNotification,
} from '@/backend/resource_accessors/notification.accessor';
import type { NotificationChannel, NotificationSettings } from '@/shared/notification';
import type { Deps } from '../deps';
import { readNotificationSettings } from './read_settings';

type SendDeps = Pick<Deps, 'store' | 'clock' | 'newId' | 'notifiers'>;

/**
 * Tells what is due, or holds it until the quiet hours end. It is marked as sent before it is sent: after a crash in
 * between a person misses one pop-up, and still finds it in the inbox; the other way round it would come again and again.
 */
export async function sendDueNotifications(deps: SendDeps): Promise<void> {
  const settings = await readNotificationSettings(deps);
  const now = deps.clock();
  for (const one of await listDueNotifications(deps.store, { now, limit: 50 })) {
    const until = one.forced ? null : quietUntil(now, settings.quietHours);
    if (until !== null) {
      await deps.store.write((tx) =>
        settleNotification(tx, { id: one.id, from: one.state, to: 'HELD', dueAt: until }),
      );
      continue;
    }
    const ours = await deps.store.write((tx) =>
      settleNotification(tx, { id: one.id, from: one.state, to: 'SENT' }),
    );
    if (ours) await send(deps, one, settings);
  }
}

async function send(deps: SendDeps, one: Notification, settings: NotificationSettings): Promise<void> {
  const channels: NotificationChannel[] = [];
  if (settings.desktop) channels.push('desktop');
  if (settings.webhookUrl !== null) channels.push('webhook');
  const errors = await Promise.all(
    channels.map((channel) =>
      deps.notifiers[channel](one, settings).then(
        () => null,
        (error: unknown) => messageOf(error).slice(0, 500),
      ),
    ),
  );
  await deps.store.write(async (tx) => {
    for (const [at, channel] of channels.entries()) {
      await recordAttempt(tx, {
        id: deps.newId(),
        notificationId: one.id,
        channel,
        error: errors[at] ?? null,
      });
    }
    if (errors.length > 0 && errors.every((error) => error !== null))
      await settleNotification(tx, { id: one.id, from: 'SENT', to: 'FAILED' });
  });
}
