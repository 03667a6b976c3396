import { renderPrompt } from '@/backend/agents/prompt/render';
import { findSeenPrompt, repeatDelivery } from '@/backend/resource_accessors/delivery.accessor';
import type { Tx } from '@/backend/resource_accessors/store/store';

/** A conversation that begins anew although it had begun before: whoever has it knows nothing, not even the task. */
export async function tellAgain(deps: { rootDir: string }, tx: Tx, agentId: string): Promise<void> {
  const first = await findSeenPrompt(tx, agentId);
  if (first === null) return;
  const again = await renderPrompt(deps, 'first/again');
  const body = first.body.startsWith(again) ? first.body : `${again}\n\n${first.body}`;
  await repeatDelivery(tx, first.id, body);
}
