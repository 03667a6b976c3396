import type { Prisma } from '../generated/client';
import type { Db } from '../store/store';

const MOST = 200;

/** The rows that the inbox is made of, in one project or in all, the oldest of each kind first. */
export async function readWaiting(db: Db, filter: { projectId?: string | undefined }) {
  const project = { archivedAt: null, ...(filter.projectId === undefined ? {} : { id: filter.projectId }) };
  const [pulls, questions, plans, stuck, resting, mails] = await Promise.all([
    db.client.pullRequest.findMany({
      where: {
        kind: 'FINAL',
        state: 'OPEN',
        project: { is: project },
        task: { is: { state: 'REVIEW', deletedAt: null } },
        // An approval that is on its way through the merge queue needs nobody.
        mergeRequests: { none: { state: { in: ['QUEUED', 'LANDING'] } } },
      },
      include: { task: WHOLE, project: PROJECT, checks: { select: { sha: true, state: true } } },
      orderBy: [{ task: { stateSince: 'asc' } }, { id: 'asc' }],
      take: MOST,
    }),
    db.client.escalation.findMany({
      where: { state: 'OPEN', project: { is: project } },
      include: { task: TASK, project: PROJECT, agent: { select: { tmuxName: true } } },
      orderBy: { deadline: 'asc' },
      take: MOST,
    }),
    db.client.task.findMany({
      where: {
        parentId: null,
        deletedAt: null,
        planApproval: 'WAITING',
        state: { in: ['PLANNING', 'IN_PROGRESS'] },
        project: { is: project },
        subtasks: { some: { deletedAt: null } },
      },
      select: { ...STUCK, _count: { select: { subtasks: { where: { deletedAt: null } } } } },
      orderBy: { createdAt: 'asc' },
      take: MOST,
    }),
    db.client.task.findMany({
      where: {
        deletedAt: null,
        pausedAt: null,
        project: { is: project },
        // A blocked subtask is its supervisor's to free; a blocked epic has nobody but the human.
        OR: [
          { state: 'FAILED', parentId: null },
          {
            state: 'FAILED',
            parent: { is: { state: { notIn: ['COMPLETED', 'CANCELLED'] }, deletedAt: null } },
          },
          { state: 'BLOCKED', parentId: null },
        ],
      },
      select: STUCK,
      orderBy: { stateSince: 'asc' },
      take: MOST,
    }),
    readResting(db, project),
    db.client.mail.findMany({
      where: { toParty: 'HUMAN', archivedAt: null, project: { is: project } },
      include: { project: PROJECT },
      orderBy: { createdAt: 'desc' },
      take: MOST,
    }),
  ]);
  return { pulls, questions, plans, stuck, resting, mails };
}

/** Tasks whose agent stands still until a person signs in or installs its program. */
async function readResting(db: Db, project: { archivedAt: null; id?: string }) {
  const said = await db.client.condition.findMany({
    where: { subjectKind: 'AGENT', status: true, type: 'ProviderUnavailable' },
    orderBy: { since: 'asc' },
    take: MOST,
  });
  if (said.length === 0) return [];
  const agents = await db.client.agent.findMany({
    where: {
      id: { in: said.map(({ subjectId }) => subjectId) },
      retiredAt: null,
      task: {
        is: {
          deletedAt: null,
          pausedAt: null,
          state: { in: ['PLANNING', 'IN_PROGRESS'] },
          project: { is: project },
        },
      },
    },
    select: { id: true, task: { select: STUCK } },
  });
  const taskOf = new Map(agents.map(({ id, task }) => [id, task]));
  return said.flatMap(({ subjectId: agentId, message, since }) => {
    const task = taskOf.get(agentId) ?? null;
    return task === null ? [] : [{ agentId, task, message, since }];
  });
}

const PROJECT = { select: { id: true, slug: true, name: true } } as const;
const TASK = { select: { id: true, title: true, parentId: true } } as const;
const WHOLE = {
  select: {
    ...TASK.select,
    stateSince: true,
    subtasks: {
      where: { deletedAt: null },
      orderBy: { position: 'asc' },
      select: { title: true, state: true, stateReason: true },
    },
  },
} satisfies Prisma.TaskDefaultArgs;
const STUCK = {
  id: true,
  title: true,
  parentId: true,
  state: true,
  stateReason: true,
  stateSince: true,
  project: PROJECT,
} as const;
