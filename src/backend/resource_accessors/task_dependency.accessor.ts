import type { TaskDependency } from './generated/client';
import type { Db, Tx } from './store/store';
import { getTask, idsOf } from './task.accessor';

export type Dependency = TaskDependency;

/** False when it was there already. The caller has made sure that it closes no circle. */
export async function addDependency(tx: Tx, input: Dependency): Promise<boolean> {
  const present = await tx.client.taskDependency.findUnique({ where: { taskId_dependsOnId: input } });
  if (present) return false;
  await tx.client.taskDependency.create({ data: input });
  await append(tx, input, 'added');
  return true;
}

export async function removeDependency(tx: Tx, input: Dependency): Promise<boolean> {
  const gone = await tx.client.taskDependency.deleteMany({ where: input });
  if (gone.count === 0) return false;
  await append(tx, input, 'removed');
  return true;
}

/** Every dependency between subtasks of an epic. */
export function listDependencies(db: Db, epicId: string): Promise<Dependency[]> {
  return db.client.taskDependency.findMany({
    where: { task: { parentId: epicId } },
    orderBy: [{ taskId: 'asc' }, { dependsOnId: 'asc' }],
  });
}

async function append(tx: Tx, edge: Dependency, change: 'added' | 'removed'): Promise<void> {
  tx.append({
    kind: 'task.dependency',
    ...idsOf(await getTask(tx, edge.taskId)),
    payload: { dependsOnId: edge.dependsOnId, change },
  });
}
