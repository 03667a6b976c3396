import { FactoryError } from '@/backend/domain/errors';
import type { Provider, ProviderHealth } from '../providers/provider';

const GOOD_FOR_MS = 5 * 60_000;
const known = new WeakMap<Provider, number>();

/** Refuses to start a program that is not there or that nobody is signed in to. Good news is kept for a while. */
export async function requireProvider(provider: Provider, at: Date): Promise<void> {
  const checkedAt = known.get(provider);
  if (checkedAt !== undefined && at.getTime() - checkedAt < GOOD_FOR_MS) return;
  const health = await provider.checkHealth();
  refuseIfIll(health);
  known.set(provider, at.getTime());
}

/** Its last session ended with bad news: ask again before the next. */
export function forgetHealth(provider: Provider): void {
  known.delete(provider);
}

function refuseIfIll(health: ProviderHealth): void {
  // Found but unable to say its version, with advice to give: it does not start.
  if (!health.found || (health.version === null && health.next !== '')) {
    throw new FactoryError('MISSING_TOOL', health.message, health.next);
  }
  if (health.loggedIn === false) throw new FactoryError('NOT_LOGGED_IN', health.message, health.next);
}
