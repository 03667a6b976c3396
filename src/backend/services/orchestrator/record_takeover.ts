import { findOrchestrator } from '@/backend/resource_accessors/agent.accessor';
import { createDecision } from '@/backend/resource_accessors/decision.accessor';
import type { Deps } from '../deps';

/** Another server was in charge before, and fell silent. A first start is nothing to write home about. */
export async function recordTakeover(
  deps: Pick<Deps, 'store' | 'newId'>,
  input: { holder: string; fence: number },
): Promise<void> {
  if (input.fence === 1) return;
  await deps.store.write(async (tx) => {
    await createDecision(tx, {
      id: deps.newId(),
      projectId: null,
      taskId: null,
      agentId: (await findOrchestrator(tx))?.id ?? null,
      decision: 'Took charge of the agents',
      reasoning: 'The server that was in charge stopped, or did not renew its lease in time.',
      context: { holder: input.holder, fence: input.fence },
    });
  });
}
