import { listConditions, takeBackConditions } from '@/backend/resource_accessors/condition.accessor';
import type { Deps } from '@/backend/services/deps';
import { SYSTEM_ID } from '@/backend/services/reconciler/runners/system';

/** It is not configured any more: that it could not be reached when it was is no trouble now. */
export async function forgetInngest(deps: Pick<Deps, 'store'>): Promise<void> {
  const held = await listConditions(deps.store, { subjectKind: 'SYSTEM', status: true });
  if (!held.some(({ type }) => type === 'InngestUnreachable')) return;
  const words = { reason: 'not_configured', message: 'Inngest is not used.' };
  await deps.store.write((tx) =>
    takeBackConditions(tx, { subjectIds: [SYSTEM_ID], types: ['InngestUnreachable'], ...words }, {}),
  );
}
