import {
  type Decision,
  type DecisionFilter,
  listDecisions,
} from '@/backend/resource_accessors/decision.accessor';
import { listTaskTitles } from '@/backend/resource_accessors/read/read_tasks';
import type { Deps } from '../deps';

/** A title is today's as long as there is a task to have one. */
export type NamedDecision = Decision & { taskDeleted: boolean };
export type DecisionPage = { items: NamedDecision[]; nextCursor: string | null };

/** Decisions, newest first, with the names of who took them and what they are about. */
export async function listDecisionPage(
  deps: Pick<Deps, 'store'>,
  filter: DecisionFilter,
): Promise<DecisionPage> {
  const rows = await listDecisions(deps.store, { ...filter, limit: filter.limit + 1 });
  const page = rows.slice(0, filter.limit);
  const taskIds = new Set(page.flatMap(({ taskId }) => (taskId === null ? [] : [taskId])));
  const titles = await listTaskTitles(deps.store, [...taskIds], { deleted: false });
  return {
    items: page.map((row) => {
      const today = titles.get(row.taskId ?? '');
      const taskDeleted = row.taskTitle !== null && today === undefined;
      return { ...row, taskTitle: today ?? row.taskTitle, taskDeleted };
    }),
    nextCursor: rows.length > filter.limit ? (page.at(-1)?.id ?? null) : null,
  };
}
