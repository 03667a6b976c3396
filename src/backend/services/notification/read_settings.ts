import { readSetting } from '@/backend/resource_accessors/setting.accessor';
import { NOTIFICATIONS_KEY, NotificationSettings } from '@/shared/notification';
import type { Deps } from '../deps';

/** As chosen in the settings, with defaults for what was never chosen. */
export async function readNotificationSettings(deps: Pick<Deps, 'store'>): Promise<NotificationSettings> {
  const stored = NotificationSettings.safeParse((await readSetting(deps.store, NOTIFICATIONS_KEY)) ?? {});
  return stored.success ? stored.data : NotificationSettings.parse({});
}
