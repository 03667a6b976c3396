import {
  countTasksByState,
  listSubtaskPage,
  type SubtaskRow,
} from '@/backend/resource_accessors/read/read_tasks';
import type { TaskState } from '@/shared/task';
import { loadCaller } from '../agent/load_caller';
import type { Deps } from '../deps';

export type SubtaskPage = {
  counts: Partial<Record<TaskState, number>>;
  rows: SubtaskRow[];
  total: number;
  nextOffset: number | null;
};

/** The subtasks of a supervisor's epic in the order of its plan, a page at a time. */
export async function listSubtasks(
  deps: Pick<Deps, 'store'>,
  input: { agentId: string; states?: TaskState[] | undefined; offset: number; limit: number },
): Promise<SubtaskPage> {
  const { epic } = await loadCaller(deps.store, input.agentId);
  const [counts, rows] = await Promise.all([
    countTasksByState(deps.store, epic.id),
    listSubtaskPage(deps.store, { ...input, epicId: epic.id }),
  ]);
  const wanted = Object.entries(counts).filter(([state]) => input.states?.some((s) => s === state) ?? true);
  const total = wanted.reduce((sum, [, count]) => sum + count, 0);
  const end = input.offset + rows.length;
  return { counts, rows, total, nextOffset: end < total ? end : null };
}
