import { FactoryError } from '@/backend/domain/errors';
import { getAgent } from '@/backend/resource_accessors/agent.accessor';
import { getMail, type Mail } from '@/backend/resource_accessors/mail.accessor';
import type { Db } from '@/backend/resource_accessors/store/store';

/** A mail that this agent sent or was sent. One whose place it took on the same task counts as itself. */
export async function ownMail(db: Db, input: { agentId: string; mailId: string }): Promise<Mail> {
  const mail = await getMail(db, input.mailId);
  if (mail.toAgentId === input.agentId || mail.fromAgentId === input.agentId) return mail;
  const me = await getAgent(db, input.agentId);
  for (const id of [mail.toAgentId, mail.fromAgentId]) {
    if (id === null) continue;
    const other = await getAgent(db, id);
    if (other.taskId === me.taskId && other.role === me.role) return mail;
  }
  throw new FactoryError(
    'FORBIDDEN',
    `Mail ${input.mailId} is not addressed to you.`,
    'Call mail.list_inbox for the ids of your own mail.',
  );
}
