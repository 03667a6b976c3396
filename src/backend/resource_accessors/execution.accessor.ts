import type { AttemptState } from '@/shared/agent';
import type { Execution } from './generated/client';
import type { Db, Tx } from './store/store';
import { getTask, idsOf } from './task.accessor';

export type { Execution };

const OPEN_STATES: AttemptState[] = ['QUEUED', 'RUNNING'];

/** The attempt that is under way, or a new one in line. An attempt is a row, never inferred from anything else. */
export async function ensureExecution(tx: Tx, input: { id: string; taskId: string }): Promise<Execution> {
  const open = await findOpenExecution(tx, input.taskId);
  if (open) return open;
  const attempt = (await tx.client.execution.count({ where: { taskId: input.taskId } })) + 1;
  const row = await tx.client.execution.create({
    data: { ...input, attempt, state: 'QUEUED', queuedAt: tx.now },
  });
  await append(tx, row);
  return row;
}

export async function startExecution(tx: Tx, id: string, agentId: string): Promise<Execution> {
  const moved = await tx.client.execution.updateMany({
    where: { id, state: 'QUEUED' },
    data: { state: 'RUNNING', agentId, startedAt: tx.now },
  });
  const row = await tx.client.execution.findUniqueOrThrow({ where: { id } });
  if (moved.count > 0) await append(tx, row);
  return row;
}

export type ExecutionEnd = { state: 'COMPLETED' | 'FAILED' | 'BLOCKED' | 'TIMEOUT'; reason: string | null };

/** Ends the attempt under way. With none under way, nothing happens. */
export async function endExecution(tx: Tx, taskId: string, end: ExecutionEnd): Promise<void> {
  const open = await findOpenExecution(tx, taskId);
  if (!open) return;
  const row = await tx.client.execution.update({
    where: { id: open.id },
    data: { state: end.state, reason: end.reason, endedAt: tx.now },
  });
  await append(tx, row);
}

function findOpenExecution(db: Db, taskId: string): Promise<Execution | null> {
  return db.client.execution.findFirst({ where: { taskId, state: { in: OPEN_STATES } } });
}

export function listExecutions(db: Db, filter: { taskIds: string[] } | { open: true }): Promise<Execution[]> {
  return db.client.execution.findMany({
    where: 'open' in filter ? { state: { in: OPEN_STATES } } : { taskId: { in: filter.taskIds } },
    orderBy: [{ queuedAt: 'asc' }, { attempt: 'asc' }],
  });
}

async function append(tx: Tx, row: Execution): Promise<void> {
  const task = await getTask(tx, row.taskId);
  tx.append({
    kind: 'execution.state',
    ...idsOf(task),
    agentId: row.agentId,
    payload: {
      executionId: row.id,
      attempt: row.attempt,
      state: row.state,
      reason: row.reason,
      taskState: task.state,
    },
  });
}
