import { forgetEvents } from '@/backend/resource_accessors/store/forget_events';
import type { Deps } from '../deps';

const KEPT_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Of what passed a month ago only the story is kept. Each call goes on where the one before ended. */
export function forgetHistory(deps: Pick<Deps, 'store' | 'clock' | 'log'>): () => Promise<void> {
  let after = 0;
  return async () => {
    const before = new Date(deps.clock().getTime() - KEPT_DAYS * DAY_MS);
    const { upTo, forgotten } = await forgetEvents(deps.store, { after, before });
    after = upTo;
    if (forgotten > 0) deps.log.info({ forgotten }, 'forgot events that tell nothing any more');
  };
}
