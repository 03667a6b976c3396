import { wasWitnessed } from '@/backend/agents/delivery/witness';
import { getAgent } from '@/backend/resource_accessors/agent.accessor';
import { type Delivery, findLastSeen } from '@/backend/resource_accessors/delivery.accessor';
import type { Session } from '@/backend/resource_accessors/session.accessor';
import type { Deps } from '../deps';

/**
 * A program says that it has a message a moment before it writes it into its conversation. Killed in between, it goes
 * on without: then the message is given again. Only the last one can be so, and only in a turn that never ended.
 */
export async function findUnkept(
  deps: Pick<Deps, 'store' | 'providers'>,
  session: Session,
): Promise<Delivery | null> {
  if (session.turnState !== 'BUSY' || session.transcriptPath === null) return null;
  const last = await findLastSeen(deps.store, session.id);
  if (last === null || last.seenAt === null || last.seenAt < session.turnSince) return null;
  const { provider } = await getAgent(deps.store, session.agentId);
  const kept = await wasWitnessed(deps.providers[provider], {
    transcriptPath: session.transcriptPath,
    deliveryId: last.id,
  });
  return kept ? null : last;
}
