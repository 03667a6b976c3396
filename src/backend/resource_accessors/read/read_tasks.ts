import type { TaskState } from '@/shared/task';
import type { Prisma, Task as TaskRow } from '../generated/client';
import type { Db } from '../store/store';
import { getTask, type Task, toTask } from '../task.accessor';

export type TaskFilter = {
  projectId?: string | undefined;
  parentId?: string | null | undefined;
  states?: TaskState[] | undefined;
  search?: string | undefined;
  limit: number;
  cursor?: string | null | undefined;
};

/** A task and, when it is an epic, its subtasks: itself first. */
export async function listSubtree(db: Db, id: string): Promise<Task[]> {
  const task = await getTask(db, id);
  const rows = await db.client.task.findMany({
    where: { parentId: id, deletedAt: null },
    orderBy: { position: 'asc' },
  });
  return [task, ...rows.map(toTask)];
}

export async function listTasks(db: Db, filter: TaskFilter): Promise<Task[]> {
  const where: Prisma.TaskWhereInput = {
    deletedAt: null,
    ...(filter.projectId === undefined ? {} : { projectId: filter.projectId }),
    ...(filter.parentId === undefined ? {} : { parentId: filter.parentId }),
    ...(filter.states === undefined ? {} : { state: { in: filter.states } }),
    ...(filter.search ? { title: { contains: filter.search } } : {}),
  };
  const rows = await db.client.task.findMany({
    where,
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: filter.limit,
    ...(filter.cursor ? { cursor: { id: filter.cursor }, skip: 1 } : {}),
  });
  return rows.map(toTask);
}

/** A subtask as a list shows it, with who works on it and what it waits for. */
export type SubtaskRow = Pick<
  TaskRow,
  'id' | 'title' | 'state' | 'stateReason' | 'priority' | 'submittedAt' | 'branchName'
> & {
  dependencies: { dependsOn: Pick<TaskRow, 'id' | 'title' | 'state'> }[];
  agents: { id: string; tmuxName: string; executionState: string }[];
};

/** Subtasks in the order of the plan, a page at a time. */
export function listSubtaskPage(
  db: Db,
  page: { epicId: string; states?: TaskState[] | undefined; offset: number; limit: number },
): Promise<SubtaskRow[]> {
  return db.client.task.findMany({
    where: {
      parentId: page.epicId,
      deletedAt: null,
      ...(page.states === undefined ? {} : { state: { in: page.states } }),
    },
    select: {
      id: true,
      title: true,
      state: true,
      stateReason: true,
      priority: true,
      submittedAt: true,
      branchName: true,
      dependencies: { select: { dependsOn: { select: { id: true, title: true, state: true } } } },
      agents: {
        where: { retiredAt: null },
        select: { id: true, tmuxName: true, executionState: true },
        take: 1,
      },
    },
    orderBy: [{ position: 'asc' }, { id: 'asc' }],
    skip: page.offset,
    take: page.limit,
  });
}

/** How many subtasks an epic has in each state. */
export async function countTasksByState(db: Db, epicId: string): Promise<Partial<Record<TaskState, number>>> {
  const groups = await db.client.task.groupBy({
    by: ['state'],
    where: { parentId: epicId, deletedAt: null },
    _count: { _all: true },
  });
  return Object.fromEntries(groups.map((group) => [group.state, group._count._all]));
}

/** The titles of some tasks, deleted ones too unless told otherwise: what a list beside them needs. */
export async function listTaskTitles(
  db: Db,
  ids: readonly string[],
  { deleted = true } = {},
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.client.task.findMany({
    where: { id: { in: [...ids] }, ...(deleted ? {} : { deletedAt: null }) },
    select: { id: true, title: true },
  });
  return new Map(rows.map((row) => [row.id, row.title]));
}
