import { FactoryError, messageOf } from '@/backend/domain/errors';
import type { Notifier } from './notifier';

const TIMEOUT_MS = 10_000;

/** A POST to the address in the settings. What it answers is only looked at for success. */
export function createWebhookNotifier(): Notifier {
  return async (message, settings) => {
    if (settings.webhookUrl === null) return;
    const { title, body, kind, createdAt } = message;
    const answer = await fetch(settings.webhookUrl, {
      method: 'POST',
      redirect: 'error',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text: `${title}\n${body}`, title, body, kind, at: createdAt.toISOString() }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((error: unknown) => {
      throw new FactoryError(
        'UNAVAILABLE',
        `The webhook could not be reached: ${messageOf(error)}.`,
        'Check its address in the settings.',
        { cause: error },
      );
    });
    await answer.body?.cancel();
    if (answer.ok) return;
    throw new FactoryError(
      'UNAVAILABLE',
      `The webhook answered with status ${answer.status}.`,
      'Check its address in the settings.',
    );
  };
}
