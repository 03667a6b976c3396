import type { Db } from '../store/store';

export type SystemRows = {
  /** Markers of the sessions that have not ended. */
  openMarkers: Set<string>;
  nextDeadline: Date | null;
  recentEnds: { endedAt: Date; endReason: string | null; agentId: string }[];
  orchestrator: boolean;
};

/** What concerns no task in particular. */
export async function readSystemRows(db: Db, since: Date): Promise<SystemRows> {
  const [open, question, ended, orchestrator] = await Promise.all([
    db.client.session.findMany({ where: { endedAt: null }, select: { marker: true } }),
    db.client.escalation.findFirst({
      where: { state: 'OPEN' },
      orderBy: { deadline: 'asc' },
      select: { deadline: true },
    }),
    db.client.session.findMany({
      where: { endedAt: { gt: since } },
      select: { endedAt: true, endReason: true, agentId: true },
    }),
    db.client.agent.findFirst({ where: { role: 'ORCHESTRATOR', retiredAt: null }, select: { id: true } }),
  ]);
  return {
    openMarkers: new Set(open.map((session) => session.marker)),
    nextDeadline: question?.deadline ?? null,
    recentEnds: ended.flatMap(({ endedAt, ...rest }) => (endedAt === null ? [] : [{ endedAt, ...rest }])),
    orchestrator: orchestrator !== null,
  };
}

/** Epics with something in their merge queue: one, when it is named and has, or all that have. */
export async function readOpenMerges(
  db: Db,
  epicId: string | null,
): Promise<{ epicId: string; waiting: number }[]> {
  const rows = await db.client.mergeRequest.groupBy({
    by: ['epicId'],
    where: { state: { in: ['QUEUED', 'LANDING'] }, ...(epicId === null ? {} : { epicId }) },
    _count: { _all: true },
  });
  return rows.map((row) => ({ epicId: row.epicId, waiting: row._count._all }));
}

/** Open sessions with the task they are for, to be held against one listing of panes. */
export async function readOpenSessions(db: Db): Promise<{ marker: string; taskId: string | null }[]> {
  const rows = await db.client.session.findMany({
    where: { endedAt: null },
    select: { marker: true, agent: { select: { taskId: true } } },
  });
  return rows.map((row) => ({ marker: row.marker, taskId: row.agent.taskId }));
}
