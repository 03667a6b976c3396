import type { Prisma } from '../generated/client';
import { remembered } from '../store/remembered';
import type { Db } from '../store/store';
import { inPages } from './in_pages';
import { UNMET } from './rows';

const TASK = {
  id: true,
  parentId: true,
  title: true,
  state: true,
  stateSince: true,
  priority: true,
  quick: true,
  planApproval: true,
  pausedAt: true,
  deletedAt: true,
  parent: { select: { state: true, pausedAt: true, planApproval: true, deletedAt: true } },
  dependencies: UNMET,
} satisfies Prisma.TaskSelect;

const WORKER = {
  id: true,
  taskId: true,
  projectId: true,
  desiredExecutionState: true,
  createdAt: true,
  task: { select: TASK },
  sessions: { where: { endedAt: null }, select: { turnState: true, turnSince: true } },
  deliveries: { where: { state: { in: ['QUEUED', 'INJECTED'] } }, select: { createdAt: true } },
  escalations: { where: { state: 'OPEN' }, select: { id: true } },
} satisfies Prisma.AgentSelect;

const QUEUED = { taskId: true, queuedAt: true, task: { select: TASK } } satisfies Prisma.ExecutionSelect;

export type WorkerBundle = Prisma.AgentGetPayload<{ select: typeof WORKER }>;
export type QueuedBundle = Prisma.ExecutionGetPayload<{ select: typeof QUEUED }>;

/** The workers in service and the line for a slot, of one project or of all. */
export const readSlots = remembered(
  ['Task', 'TaskDependency', 'Agent', 'Session', 'Delivery', 'Escalation', 'Execution'],
  gather,
);

async function gather(
  db: Db,
  projectId: string | null,
): Promise<{ workers: WorkerBundle[]; queued: (QueuedBundle & { projectId: string })[] }> {
  const mine = projectId === null ? {} : { projectId };
  const [workers, queued] = await Promise.all([
    readWorkers(db, { ...mine, role: 'WORKER', retiredAt: null, taskId: { not: null } }),
    readQueued(db, {
      state: 'QUEUED',
      task: { ...mine, state: { in: ['PENDING', 'PLANNING', 'IN_PROGRESS'] }, deletedAt: null },
    }),
  ]);
  return { workers, queued: queued.map((row) => ({ ...row, projectId: row.task.projectId })) };
}

async function readWorkers(db: Db, where: Prisma.AgentWhereInput): Promise<WorkerBundle[]> {
  const orderBy: Prisma.AgentOrderByWithRelationInput[] = [{ createdAt: 'asc' }, { id: 'asc' }];
  const workers = await db.client.agent.findMany({ where, select: { id: true }, orderBy });
  return inPages(workers, (ids) =>
    db.client.agent.findMany({ where: { id: { in: ids } }, select: WORKER, orderBy }),
  );
}

async function readQueued(db: Db, where: Prisma.ExecutionWhereInput) {
  const orderBy: Prisma.ExecutionOrderByWithRelationInput[] = [{ queuedAt: 'asc' }, { taskId: 'asc' }];
  const queued = await db.client.execution.findMany({ where, select: { id: true }, orderBy });
  const select = {
    ...QUEUED,
    task: { select: { ...TASK, projectId: true } },
  } satisfies Prisma.ExecutionSelect;
  return inPages(queued, (ids) =>
    db.client.execution.findMany({ where: { id: { in: ids } }, select, orderBy }),
  );
}
