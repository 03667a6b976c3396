import { createNotification } from '@/backend/resource_accessors/notification.accessor';
import { getProject } from '@/backend/resource_accessors/project.accessor';
import type { Tx } from '@/backend/resource_accessors/store/store';
import type { Deps } from '../deps';
import type { Fact } from '../reconciler/ports';

/** Puts a fact in line for telling, in the transaction that made it true; of a silenced project only what is forced. */
export async function recordNotification(deps: Pick<Deps, 'newId'>, tx: Tx, fact: Fact): Promise<void> {
  if (!fact.forced && fact.projectId !== null) {
    const { settings } = await getProject(tx, fact.projectId);
    if (!settings.notifications) return;
  }
  await createNotification(tx, { id: deps.newId(), ...fact });
}
