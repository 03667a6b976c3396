import { getAgent } from './agent.accessor';
import type { Decision, Prisma } from './generated/client';
import type { Db, Tx } from './store/store';
import { getTask, idsOf } from './task.accessor';

export type { Decision };

export type NewDecision = {
  id: string;
  projectId: string | null;
  taskId: string | null;
  agentId: string | null;
  decision: string;
  reasoning: string;
  context: Prisma.InputJsonObject;
};

export async function createDecision(tx: Tx, input: NewDecision): Promise<Decision> {
  const agent = input.agentId === null ? null : await getAgent(tx, input.agentId);
  const task = input.taskId === null ? null : await getTask(tx, input.taskId);
  const names = { agentName: agent?.tmuxName ?? null, taskTitle: task?.title ?? null };
  const row = await tx.client.decision.create({ data: { ...input, ...names, createdAt: tx.now } });
  const ids = task === null ? { projectId: row.projectId } : idsOf(task);
  tx.append({
    kind: 'decision.logged',
    ...ids,
    agentId: row.agentId,
    payload: { decisionId: row.id, decision: row.decision },
  });
  return row;
}

export type DecisionFilter = {
  projectId?: string;
  taskId?: string;
  /** The epic or any of its subtasks. */
  epicId?: string;
  agentId?: string;
  search?: string;
  limit: number;
  before?: Date;
  after?: Date;
  /** The last id of the page before. */
  cursor?: string | null;
};

/** Newest first. Every word of `search` is in the decision or in its reasoning. */
export function listDecisions(db: Db, filter: DecisionFilter): Promise<Decision[]> {
  const words = (filter.search ?? '').split(/\s+/).filter((word) => word !== '');
  return db.client.decision.findMany({
    where: {
      ...(filter.projectId === undefined ? {} : { projectId: filter.projectId }),
      ...(filter.taskId === undefined ? {} : { taskId: filter.taskId }),
      ...(filter.epicId === undefined
        ? {}
        : { task: { is: { OR: [{ id: filter.epicId }, { parentId: filter.epicId }] } } }),
      ...(filter.agentId === undefined ? {} : { agentId: filter.agentId }),
      createdAt: {
        ...(filter.before === undefined ? {} : { lt: filter.before }),
        ...(filter.after === undefined ? {} : { gte: filter.after }),
      },
      AND: words.map((word) => ({
        OR: [{ decision: { contains: word } }, { reasoning: { contains: word } }],
      })),
    },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: filter.limit,
    ...(filter.cursor ? { cursor: { id: filter.cursor }, skip: 1 } : {}),
  });
}
