import { closeEscalation, listEscalations } from '@/backend/resource_accessors/escalation.accessor';
import type { Tx } from '@/backend/resource_accessors/store/store';

/** Nobody is there any more to take the answer; whoever goes on with the conversation asks again. */
export async function withdrawQuestions(
  tx: Tx,
  session: { agentId: string; startedAt: Date },
): Promise<void> {
  const open = await listEscalations(tx, { agentId: session.agentId, open: true, limit: 100 });
  for (const one of open) {
    if (one.kind === 'DECISION' || one.createdAt < session.startedAt) continue;
    await closeEscalation(tx, one.id, { state: 'WITHDRAWN' });
  }
}
