import { getAgent } from '@/backend/resource_accessors/agent.accessor';
import { enqueueDelivery } from '@/backend/resource_accessors/delivery.accessor';
import type { Escalation } from '@/backend/resource_accessors/escalation.accessor';
import type { Tx } from '@/backend/resource_accessors/store/store';

/** An agent that does not hold the line gets the answer as a message. */
export async function tellAnswer(tx: Tx, newId: () => string, closed: Escalation): Promise<void> {
  // Permissions and questions are asked by a hook that waits for the answer itself.
  if (closed.kind !== 'DECISION' || closed.agentId === null) return;
  const agent = await getAgent(tx, closed.agentId);
  if (agent.retiredAt !== null) return;
  const who =
    closed.state === 'EXPIRED' ? 'Nobody answered in time; the default stands' : 'The human answered';
  const note = closed.note === null || closed.note === '' ? '' : `\n\n${closed.note}`;
  await enqueueDelivery(tx, {
    id: newId(),
    agentId: agent.id,
    kind: 'ANSWER',
    body: `${who}: ${closed.answer ?? ''}${note}\n\nYour question was: ${closed.title}`,
  });
}
