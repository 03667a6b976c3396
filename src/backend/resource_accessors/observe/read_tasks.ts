import type { Prisma } from '../generated/client';
import { remembered } from '../store/remembered';
import type { Db } from '../store/store';
import { inPages } from './in_pages';
import { type TaskBundle, taskSelect } from './rows';

/** One task with all that hangs on it, deleted or not. Reached by its id alone, however many tasks there are. */
export const readTask = remembered(
  ['Task', 'Agent', 'Session', 'Delivery', 'Escalation', 'Execution'],
  (db, { id, since }: { id: string; since: Date }): Promise<TaskBundle | null> =>
    db.client.task.findUnique({ where: { id }, select: taskSelect(since) }),
);

/** Every task about which something may have to be done: those that live, and what ended ones left behind. */
export async function readLiveTasks(
  db: Db,
  input: { since: Date; also: readonly string[] },
): Promise<TaskBundle[]> {
  const live = await db.client.task.findMany({ where: LIVE, select: { id: true } });
  const wanted = new Set([...live.map((row) => row.id), ...input.also]);
  return inPages(
    [...wanted].map((id) => ({ id })),
    (ids) => db.client.task.findMany({ where: { id: { in: ids } }, select: taskSelect(input.since) }),
  );
}

/** The subtasks of an epic about which something may have to be done. */
export async function listLiveSubtasks(db: Db, epicId: string): Promise<string[]> {
  const rows = await db.client.task.findMany({ where: { parentId: epicId, ...LIVE }, select: { id: true } });
  return rows.map((row) => row.id);
}

/**
 * The last session of each agent of this task, which alone can be open. None: there is no terminal of theirs, because
 * the row of a session is written before its pane starts.
 */
export const listLastSessions = remembered(
  ['Agent', 'Session'],
  async (db, taskId: string): Promise<{ marker: string; endedAt: Date | null }[]> => {
    const agents = await db.client.agent.findMany({
      where: { taskId, retiredAt: null },
      select: {
        sessions: { select: { marker: true, endedAt: true }, orderBy: { ordinal: 'desc' }, take: 1 },
      },
    });
    return agents.flatMap((agent) => agent.sessions);
  },
);

export const findTaskOfAgent = remembered(['Agent'], async (db, agentId: string): Promise<string | null> => {
  const row = await db.client.agent.findUnique({ where: { id: agentId }, select: { taskId: true } });
  return row?.taskId ?? null;
});

const LIVE: Prisma.TaskWhereInput = {
  OR: [
    { state: { in: ['PLANNING', 'IN_PROGRESS', 'REVIEW', 'BLOCKED'] } },
    { agents: { some: { retiredAt: null } } },
    { executions: { some: { state: 'RUNNING' } } },
    // One that ended while it was in line must not stay there.
    {
      state: { in: ['COMPLETED', 'CANCELLED', 'FAILED'] },
      executions: { some: { state: 'QUEUED' } },
    },
    { state: { in: ['COMPLETED', 'CANCELLED'] }, preparedAt: { not: null } },
    { deletedAt: { not: null } },
  ],
};
