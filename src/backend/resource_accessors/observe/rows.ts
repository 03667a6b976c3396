import type { Prisma } from '../generated/client';

// Everything the reconciler reads of a task, and nothing long: descriptions stay in the database.
const TASK = {
  id: true,
  projectId: true,
  parentId: true,
  title: true,
  state: true,
  stateReason: true,
  stateSince: true,
  priority: true,
  quick: true,
  planApproval: true,
  pausedAt: true,
  branchName: true,
  worktreePath: true,
  preparedAt: true,
  submittedAt: true,
  deletedAt: true,
  createdAt: true,
} satisfies Prisma.TaskSelect;

const EPIC = {
  id: true,
  title: true,
  state: true,
  pausedAt: true,
  planApproval: true,
  preparedAt: true,
  deletedAt: true,
} satisfies Prisma.TaskSelect;

const SESSION = {
  id: true,
  marker: true,
  tmuxName: true,
  serverUrl: true,
  turnState: true,
  turnSince: true,
  startedAt: true,
  readyAt: true,
  lastHookAt: true,
  lastOutputAt: true,
  lastAssistantText: true,
  endedAt: true,
  endReason: true,
} satisfies Prisma.SessionSelect;

export const UNMET = {
  where: { dependsOn: { state: { not: 'COMPLETED' } } },
  select: { dependsOn: { select: { id: true, title: true, state: true } } },
} satisfies Prisma.Task$dependenciesArgs;

const LIVE_AGENT = {
  id: true,
  role: true,
  tmuxName: true,
  desiredExecutionState: true,
  executionState: true,
  parkedUntil: true,
  crashesForgivenAt: true,
  createdAt: true,
} satisfies Prisma.AgentSelect;

/** Sessions that are open or ended lately, and deliveries that are unseen or were made lately. */
export function agentSelect(since: Date) {
  return {
    ...LIVE_AGENT,
    sessions: {
      where: { OR: [{ endedAt: null }, { endedAt: { gt: since } }] },
      select: SESSION,
      orderBy: { ordinal: 'asc' },
    },
    deliveries: {
      where: { OR: [{ state: { in: ['QUEUED', 'INJECTED'] } }, { createdAt: { gt: since } }] },
      select: { kind: true, state: true, createdAt: true, tries: true },
      orderBy: { ordinal: 'asc' },
    },
    escalations: { where: { state: 'OPEN' }, select: { id: true } },
  } satisfies Prisma.AgentSelect;
}

export function taskSelect(since: Date) {
  return {
    ...TASK,
    parent: { select: EPIC },
    agents: { where: { retiredAt: null }, select: agentSelect(since), orderBy: { createdAt: 'asc' } },
    executions: {
      where: { state: { in: ['QUEUED', 'RUNNING'] } },
      select: { id: true, state: true, queuedAt: true, startedAt: true },
    },
    escalations: { where: { state: 'OPEN' }, select: { id: true } },
  } satisfies Prisma.TaskSelect;
}

export type TaskBundle = Prisma.TaskGetPayload<{ select: ReturnType<typeof taskSelect> }>;
export type AgentBundle = Prisma.AgentGetPayload<{ select: ReturnType<typeof agentSelect> }>;
export type SessionBundle = AgentBundle['sessions'][number];
