import type { Agent } from '@/backend/resource_accessors/agent.accessor';
import { closeEscalation, listEscalations } from '@/backend/resource_accessors/escalation.accessor';
import type { Session } from '@/backend/resource_accessors/session.accessor';
import type { Tx } from '@/backend/resource_accessors/store/store';
import type { HookEvent } from '@/shared/hook';
import { titleOfPermission } from '../escalation/title_of_permission';
import { withdrawQuestions } from './withdraw_questions';

/**
 * What is asked in the inbox stands on the agent's own screen too, and may be answered there. Nothing tells of that but
 * that the agent goes on: the tool runs, the turn ends, another begins.
 */
export async function settleQuestions(
  tx: Tx,
  { agent, session, hook }: { agent: Agent; session: Session; hook: HookEvent },
): Promise<void> {
  if (hook.kind === 'turn_ended' || hook.kind === 'prompt_seen') return withdrawQuestions(tx, session);
  if (hook.kind !== 'tool_finished') return;
  const title = titleOfPermission(agent.tmuxName, hook);
  for (const one of await listEscalations(tx, { agentId: agent.id, open: true, limit: 100 })) {
    if (one.kind === 'PERMISSION' && one.title === title) {
      await closeEscalation(tx, one.id, { state: 'WITHDRAWN' });
    }
  }
}
