import { listSubtaskPage, type SubtaskRow } from '@/backend/resource_accessors/read/read_tasks';
import type { Task } from '@/backend/resource_accessors/task.accessor';
import { listDependencies } from '@/backend/resource_accessors/task_dependency.accessor';
import { loadCaller } from '../agent/load_caller';
import { reachTask } from '../agent/reach_task';
import type { Deps } from '../deps';

const MOST_SIBLINGS = 100;

export type TaskDescription = {
  task: Task;
  testCommand: string | null;
  /** Subtasks of the same epic; of a task without any, none. */
  family: SubtaskRow[];
  waitsFor: string[];
  neededBy: string[];
};

/** A task with what its worker must know: the words, the place, the tests and its neighbours. */
export async function describeTask(
  deps: Pick<Deps, 'store'>,
  input: { agentId: string; taskId?: string | undefined } | { agentId: string; epic: true },
): Promise<TaskDescription> {
  const caller = await loadCaller(deps.store, input.agentId);
  const task = 'epic' in input ? caller.epic : await reachTask(deps.store, caller, input.taskId);
  const [family, edges] = await Promise.all([
    listSubtaskPage(deps.store, { epicId: caller.epic.id, offset: 0, limit: MOST_SIBLINGS }),
    listDependencies(deps.store, caller.epic.id),
  ]);
  return {
    task,
    testCommand: caller.project.testCommand,
    family,
    waitsFor: edges.filter((edge) => edge.taskId === task.id).map((edge) => edge.dependsOnId),
    neededBy: edges.filter((edge) => edge.dependsOnId === task.id).map((edge) => edge.taskId),
  };
}
