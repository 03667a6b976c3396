import { closeEscalation, listEscalations } from '@/backend/resource_accessors/escalation.accessor';
import type { Tx } from '@/backend/resource_accessors/store/store';

const MANY = 10_000;

/** Nobody waits for the answers any more. */
export async function withdrawQuestions(tx: Tx, taskIds: string[]): Promise<void> {
  for (const question of await listEscalations(tx, { taskIds, open: true, limit: MANY })) {
    await closeEscalation(tx, question.id, { state: 'WITHDRAWN' });
  }
}
