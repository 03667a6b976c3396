import { FactoryError } from '@/backend/domain/errors';
import type { Tx } from '@/backend/resource_accessors/store/store';
import type { Task } from '@/backend/resource_accessors/task.accessor';
import {
  type Dependency,
  listDependencies,
  addDependency as write,
} from '@/backend/resource_accessors/task_dependency.accessor';
import { loadCaller } from '../agent/load_caller';
import { reachSubtask } from '../agent/reach_task';
import type { Deps } from '../deps';

/** One subtask waits for another. Only what has not started can still wait. */
export async function addDependency(
  deps: Pick<Deps, 'store'>,
  input: { agentId: string; taskId: string; dependsOnId: string },
): Promise<{ task: Task; dependsOn: Task; added: boolean }> {
  return deps.store.write(async (tx) => {
    const caller = await loadCaller(tx, input.agentId);
    const task = await reachSubtask(tx, caller, input.taskId);
    const dependsOn = await reachSubtask(tx, caller, input.dependsOnId);
    if (task.state !== 'PENDING') {
      throw new FactoryError(
        'WRONG_STATE',
        `“${task.title}” is ${task.state}: it has started already and cannot be made to wait.`,
        'Tell its worker by mail.send what to wait for, or let it go on.',
      );
    }
    return { task, dependsOn, added: await linkTasks(tx, { task, dependsOn }) };
  });
}

/** Refuses what would make a circle: no task in it could ever start. */
export async function linkTasks(
  tx: Tx,
  input: { task: Pick<Task, 'id' | 'title' | 'parentId'>; dependsOn: Pick<Task, 'id' | 'title'> },
): Promise<boolean> {
  const { task, dependsOn } = input;
  if (task.id === dependsOn.id) {
    throw new FactoryError(
      'BAD_INPUT',
      `“${task.title}” cannot wait for itself.`,
      'Name two different subtasks.',
    );
  }
  const edges = await listDependencies(tx, task.parentId ?? '');
  if (waitsFor(edges, { from: dependsOn.id, to: task.id })) {
    throw new FactoryError(
      'CONFLICT',
      `“${dependsOn.title}” already waits for “${task.title}”, directly or through others, so neither could ever start.`,
      'Leave one of the two dependencies out.',
    );
  }
  return write(tx, { taskId: task.id, dependsOnId: dependsOn.id });
}

function waitsFor(edges: readonly Dependency[], path: { from: string; to: string }): boolean {
  const seen = new Set<string>();
  const open = [path.from];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (id === path.to) return true;
    if (seen.has(id)) continue;
    seen.add(id);
    for (const edge of edges) if (edge.taskId === id) open.push(edge.dependsOnId);
  }
  return false;
}
