import { setTimeout as sleep } from 'node:timers/promises';
import type { Provider } from '@/backend/agents/providers/provider';
import type { Deps } from '../deps';

/** Types a message into an idle agent's line and submits it. What became of it, its hook tells. */
export async function pasteDelivery(
  deps: Pick<Deps, 'tmux'>,
  input: { name: string; text: string; clear: boolean; provider: Pick<Provider, 'pasteSettlesMs'> },
): Promise<void> {
  const { name, text } = input;
  // Half of an earlier try may be left in the line.
  if (input.clear) await deps.tmux.clearLine({ name, lines: Math.min(text.split('\n').length, 200) });
  await deps.tmux.pasteText({ name, text });
  await sleep(input.provider.pasteSettlesMs);
  await deps.tmux.sendEnter({ name });
}
