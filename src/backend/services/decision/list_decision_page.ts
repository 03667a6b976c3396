import { listAgents } from '@/backend/resource_accessors/agent.accessor';
import {
  type Decision,
  type DecisionFilter,
  listDecisions,
} from '@/backend/resource_accessors/decision.accessor';
import { listTaskTitles } from '@/backend/resource_accessors/read/read_tasks';
import type { Deps } from '../deps';

export type NamedDecision = Decision & { agentName: string | null; taskTitle: string | null };
export type DecisionPage = { items: NamedDecision[]; nextCursor: string | null };

/** Decisions, newest first, with the names of who took them and what they are about. */
export async function listDecisionPage(
  deps: Pick<Deps, 'store'>,
  filter: DecisionFilter,
): Promise<DecisionPage> {
  const rows = await listDecisions(deps.store, { ...filter, limit: filter.limit + 1 });
  const page = rows.slice(0, filter.limit);
  const ids = (pick: (row: Decision) => string | null) =>
    [...new Set(page.map(pick))].flatMap((id) => (id === null ? [] : [id]));
  const agentIds = ids((row) => row.agentId);
  const [agents, titles] = await Promise.all([
    agentIds.length === 0 ? [] : listAgents(deps.store, { ids: agentIds }),
    listTaskTitles(
      deps.store,
      ids((row) => row.taskId),
    ),
  ]);
  const names = new Map(agents.map((agent) => [agent.id, agent.tmuxName]));
  return {
    items: page.map((row) => ({
      ...row,
      agentName: names.get(row.agentId ?? '') ?? null,
      taskTitle: titles.get(row.taskId ?? '') ?? null,
    })),
    nextCursor: rows.length > filter.limit ? (page.at(-1)?.id ?? null) : null,
  };
}
