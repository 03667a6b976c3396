import { type Escalation, getEscalation } from '@/backend/resource_accessors/escalation.accessor';
import type { Deps } from '../deps';

/** Short enough for any client's patience; whoever asked asks again. */
const HOLD_MS = 20_000;

/** The question once somebody has closed it, or as it is when the time to hold the line is over. */
export async function awaitClosed(
  deps: Pick<Deps, 'store'>,
  input: { id: string; signal: AbortSignal },
): Promise<Escalation> {
  const { tail } = deps.store;
  const signal = AbortSignal.any([input.signal, AbortSignal.timeout(HOLD_MS)]);
  // Taken before the row is read: an answer between the two is then in the events that follow.
  const after = tail.last();
  const now = await getEscalation(deps.store, input.id);
  if (now.state !== 'OPEN') return now;
  for await (const event of tail.follow(after, signal)) {
    if (event.kind === 'escalation.closed' && event.payload.escalationId === input.id) break;
  }
  return getEscalation(deps.store, input.id);
}
