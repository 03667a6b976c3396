import { markText } from '@/backend/agents/delivery/marker';
import { takeNextDelivery } from '@/backend/resource_accessors/delivery.accessor';
import type { Tx } from '@/backend/resource_accessors/store/store';
import type { HookAnswer } from '@/shared/hook';

/** Puts the next message in line into the answer to a hook of a busy agent. */
export async function handOver(
  tx: Tx,
  session: { id: string; agentId: string },
  channel: 'hook' | 'tool',
): Promise<Extract<HookAnswer, { kind: 'deliver' }> | null> {
  const taken = await takeNextDelivery(tx, {
    agentId: session.agentId,
    sessionId: session.id,
    channel,
  });
  return taken ? { kind: 'deliver', text: markText(taken) } : null;
}
