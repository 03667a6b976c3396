import { listAgents } from '@/backend/resource_accessors/agent.accessor';
import type { Mail } from '@/backend/resource_accessors/mail.accessor';
import { listTaskTitles } from '@/backend/resource_accessors/read/read_tasks';
import type { Db } from '@/backend/resource_accessors/store/store';

export type Named<Row> = Row & { fromName: string; toName: string; taskTitle: string | null };

/** Puts names to the agents and tasks that some mails speak of: two queries, however many mails. */
export async function nameParties<Row extends Mail>(db: Db, mails: readonly Row[]): Promise<Named<Row>[]> {
  const ids = [...new Set(mails.flatMap((mail) => [mail.fromAgentId, mail.toAgentId]))].flatMap(present);
  const [agents, titles] = await Promise.all([
    ids.length === 0 ? [] : listAgents(db, { ids }),
    listTaskTitles(db, [...new Set(mails.flatMap((mail) => present(mail.taskId)))]),
  ]);
  const names = new Map(agents.map((agent) => [agent.id, agent.tmuxName]));
  const nameOf = (party: Mail['fromParty'], agentId: string | null) =>
    party === 'HUMAN' ? 'human' : party === 'SYSTEM' ? 'system' : (names.get(agentId ?? '') ?? 'an agent');
  return mails.map((mail) => ({
    ...mail,
    fromName: nameOf(mail.fromParty, mail.fromAgentId),
    toName: nameOf(mail.toParty, mail.toAgentId),
    taskTitle: titles.get(mail.taskId ?? '') ?? null,
  }));
}

function present(id: string | null): string[] {
  return id === null ? [] : [id];
}
