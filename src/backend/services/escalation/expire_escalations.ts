import { closeEscalation, listEscalations } from '@/backend/resource_accessors/escalation.accessor';
import type { Deps } from '../deps';
import { tellAnswer } from './tell_answer';

/** Questions whose time is over get their default answer. */
export async function expireEscalations(deps: Pick<Deps, 'store' | 'newId'>): Promise<void> {
  await deps.store.write(async (tx) => {
    const open = await listEscalations(tx, { open: true, limit: 1000 });
    for (const one of open) {
      if (one.deadline > tx.now) continue;
      await tellAnswer(tx, deps.newId, await closeEscalation(tx, one.id, { state: 'EXPIRED' }));
    }
  });
}
