import type { TaskState } from '@/shared/task';
import type { Prisma } from '../generated/client';
import { remembered } from '../store/remembered';
import type { Db } from '../store/store';
import { inPages } from './in_pages';
import { UNMET } from './rows';

export type PendingSubtask = {
  id: string;
  title: string;
  inLine: boolean;
  /** Its supervisor was told that it waits for something that will not come. */
  told: boolean;
  waitsFor: { id: string; title: string; state: TaskState }[];
};

/** What a supervisor's next step depends on. */
export type EpicFacts = {
  counts: Partial<Record<TaskState, number>>;
  /** When any of its subtasks last moved. */
  newestMove: Date | null;
  /** Submitted, and not in the merge queue yet. */
  toReview: { count: number; oldest: Date } | null;
  finalPrOpen: boolean;
  pending: PendingSubtask[];
  /** Rows of subtasks that are still there, deleted or not. */
  remaining: number;
};

/** The facts of one epic, or of every epic that is not over. */
export const readEpics = remembered(
  ['Task', 'TaskDependency', 'MergeRequest', 'PullRequest', 'Condition', 'Execution'],
  gather,
);

async function gather(
  db: Db,
  filter: { epicId: string } | { live: true },
): Promise<ReadonlyMap<string, EpicFacts>> {
  const parent =
    'epicId' in filter
      ? { parentId: filter.epicId }
      : {
          parent: { is: { deletedAt: null, state: { notIn: [...OVER] } } },
        };
  const alive = { ...parent, deletedAt: null };
  const [groups, pending, review, finals, told, remaining] = await Promise.all([
    db.client.task.groupBy({
      by: ['parentId', 'state'],
      where: alive,
      _count: { _all: true },
      _max: { stateSince: true },
    }),
    readPending(db, alive),
    db.client.task.findMany({
      where: {
        ...alive,
        state: 'REVIEW',
        mergeRequests: { none: { state: { in: ['QUEUED', 'LANDING'] } } },
      },
      select: { parentId: true, submittedAt: true, stateSince: true },
    }),
    db.client.pullRequest.findMany({
      where: {
        kind: 'FINAL',
        state: 'OPEN',
        ...('epicId' in filter ? { taskId: filter.epicId } : {}),
      },
      select: { taskId: true },
    }),
    db.client.condition.findMany({
      where: { type: 'DependencyFailed', status: true },
      select: { subjectId: true },
    }),
    'epicId' in filter ? db.client.task.count({ where: { parentId: filter.epicId } }) : 0,
  ]);
  const warned = new Set(told.map((condition) => condition.subjectId));
  const epics = new Map<string, EpicFacts>();
  for (const group of groups) {
    const facts = epicOf(epics, group.parentId);
    facts.counts[group.state] = group._count._all;
    facts.newestMove = newer(facts.newestMove, group._max.stateSince);
  }
  for (const row of pending) {
    epicOf(epics, row.parentId).pending.push({
      id: row.id,
      title: row.title,
      inLine: row.executions.length > 0,
      told: warned.has(row.id),
      waitsFor: row.dependencies.map((dependency) => dependency.dependsOn),
    });
  }
  for (const row of review) {
    const facts = epicOf(epics, row.parentId);
    const at = row.submittedAt ?? row.stateSince;
    const { count, oldest } = facts.toReview ?? { count: 0, oldest: at };
    facts.toReview = { count: count + 1, oldest: at < oldest ? at : oldest };
  }
  for (const row of finals) epicOf(epics, row.taskId).finalPrOpen = true;
  if ('epicId' in filter) epicOf(epics, filter.epicId).remaining = remaining;
  return epics;
}

async function readPending(db: Db, alive: Prisma.TaskWhereInput) {
  const orderBy: Prisma.TaskOrderByWithRelationInput[] = [{ priority: 'desc' }, { position: 'asc' }];
  const where = { ...alive, state: 'PENDING' } satisfies Prisma.TaskWhereInput;
  const pending = await db.client.task.findMany({ where, select: { id: true }, orderBy });
  return inPages(pending, (ids) =>
    db.client.task.findMany({
      where: { id: { in: ids } },
      select: {
        id: true,
        title: true,
        parentId: true,
        dependencies: UNMET,
        executions: { where: { state: { in: ['QUEUED', 'RUNNING'] } }, select: { id: true } },
      },
      orderBy,
    }),
  );
}

const OVER = ['COMPLETED', 'CANCELLED', 'FAILED'] as const;

export function noSubtasks(): EpicFacts {
  return { counts: {}, newestMove: null, toReview: null, finalPrOpen: false, pending: [], remaining: 0 };
}

function epicOf(epics: Map<string, EpicFacts>, id: string | null): EpicFacts {
  const facts = epics.get(id ?? '') ?? noSubtasks();
  epics.set(id ?? '', facts);
  return facts;
}

function newer(a: Date | null, b: Date | null): Date | null {
  if (a === null || b === null) return a ?? b;
  return a > b ? a : b;
}
