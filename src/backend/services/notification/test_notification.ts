import { toFactoryError } from '@/backend/domain/errors';
import { type NotificationChannel, NotificationSettings } from '@/shared/notification';
import type { Deps } from '../deps';

export type TestResult = { ok: boolean; message: string };

/** Sends one on a single channel, with settings that need not be saved yet, and says how it went. */
export async function testNotification(
  deps: Pick<Deps, 'clock' | 'notifiers'>,
  input: { channel: NotificationChannel; settings: NotificationSettings },
): Promise<TestResult> {
  const message = {
    title: 'Factory Factory',
    body: 'This is a test: notifications reach you here.',
    kind: 'test',
    createdAt: deps.clock(),
  };
  try {
    await deps.notifiers[input.channel](message, NotificationSettings.parse(input.settings));
    return { ok: true, message: 'Sent. If you see nothing, look at the settings of the receiving side.' };
  } catch (error) {
    return { ok: false, message: toFactoryError(error).sentence };
  }
}
