import { z } from 'zod';
import { type Agent, getAgent, updateAgent } from '@/backend/resource_accessors/agent.accessor';
import type { Tx } from '@/backend/resource_accessors/store/store';
import type { HookEvent } from '@/shared/hook';
import { tellAgain } from './tell_again';

/** It becomes part of a command and of a path, so nothing else is taken from a program. */
const ConversationId = z.uuid();

/**
 * A person can begin another conversation in the agent's terminal, by clearing this one or by going back to an older
 * one. The agent's next session goes on with that, and one that begins empty is told its task again.
 */
export async function followConversation(
  deps: { rootDir: string },
  tx: Tx,
  input: { agent: Agent; hook: HookEvent },
): Promise<void> {
  const { agent, hook } = input;
  if (hook.kind !== 'session_started') return;
  const id = ConversationId.safeParse(hook.providerSessionId);
  if (!id.success || id.data === (await getAgent(tx, agent.id)).providerSessionId) return;
  await updateAgent(tx, agent.id, { providerSessionId: id.data });
  if (hook.source === 'clear') await tellAgain(deps, tx, agent.id);
}
