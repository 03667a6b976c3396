import { FactoryError } from '@/backend/domain/errors';
import { nameAgent } from '@/backend/domain/naming';
import {
  type DesiredExecutionState,
  type ExecutionState,
  PermissionMode,
  ProviderName,
  type Role,
} from '@/shared/agent';
import type { Agent as AgentRow } from './generated/client';
import { remembered } from './store/remembered';
import type { Db, Tx } from './store/store';
import { findTaskIds } from './task.accessor';

export type Agent = Omit<AgentRow, 'provider' | 'permissionMode'> & {
  provider: ProviderName;
  permissionMode: PermissionMode;
};

export type NewAgent = {
  id: string;
  role: Role;
  projectId: string;
  taskId: string;
  provider: ProviderName;
  model: string | null;
  permissionMode: PermissionMode;
  tmuxName: string;
  providerSessionId: string;
};

/** The live agent of this task and role, made when there is none. Asking twice never makes two. */
export async function ensureAgent(tx: Tx, input: NewAgent): Promise<{ agent: Agent; created: boolean }> {
  const liveKey = `${input.taskId}:${input.role}`;
  const present = await tx.client.agent.findUnique({ where: { liveKey } });
  if (present) return { agent: toAgent(present), created: false };
  const row = await tx.client.agent.create({
    data: {
      ...input,
      liveKey,
      desiredExecutionState: 'ACTIVE',
      executionState: 'IDLE',
      createdAt: tx.now,
      updatedAt: tx.now,
    },
  });
  await append(tx, row, 'agent.created', { role: row.role, name: row.tmuxName, provider: row.provider });
  return { agent: toAgent(row), created: true };
}

const ORCHESTRATOR_KEY = 'system:ORCHESTRATOR';

/** The one agent that is code alone: it has no task, no program and no session, and signs what the system decides. */
export async function ensureOrchestrator(tx: Tx, id: string): Promise<Agent> {
  const present = await tx.client.agent.findUnique({ where: { liveKey: ORCHESTRATOR_KEY } });
  if (present) return toAgent(present);
  const row = await tx.client.agent.create({
    data: {
      id,
      role: 'ORCHESTRATOR',
      liveKey: ORCHESTRATOR_KEY,
      provider: 'practice',
      permissionMode: 'strict',
      desiredExecutionState: 'ACTIVE',
      executionState: 'ACTIVE',
      tmuxName: nameAgent({ id, role: 'ORCHESTRATOR' }),
      providerSessionId: id,
      createdAt: tx.now,
      updatedAt: tx.now,
    },
  });
  await append(tx, row, 'agent.created', { role: row.role, name: row.tmuxName, provider: row.provider });
  return toAgent(row);
}

export function findOrchestrator(db: Db): Promise<Agent | null> {
  return findByLiveKey(db, ORCHESTRATOR_KEY);
}

/** What is wanted of an agent. Anyone may write this; only the reconciler writes what is. */
export async function desireAgent(tx: Tx, id: string, desired: DesiredExecutionState): Promise<Agent> {
  const agent = await getAgent(tx, id);
  if (agent.desiredExecutionState === desired) return agent;
  const row = await tx.client.agent.update({
    where: { id },
    data: { desiredExecutionState: desired, updatedAt: tx.now },
  });
  await append(tx, row, 'agent.updated', { desired });
  return toAgent(row);
}

/** Only the reconciler calls this. */
export async function setExecutionState(
  tx: Tx,
  id: string,
  state: ExecutionState,
  reason: string,
): Promise<Agent> {
  const agent = await getAgent(tx, id);
  if (agent.executionState === state) return agent;
  const row = await tx.client.agent.update({
    where: { id },
    data: { executionState: state, updatedAt: tx.now },
  });
  await append(tx, row, 'agent.state', { from: agent.executionState, to: state, reason });
  return toAgent(row);
}

export type AgentFacts = Partial<
  Pick<AgentRow, 'tokenHash' | 'parkedUntil' | 'crashesForgivenAt' | 'providerSessionId' | 'model'>
> & { provider?: ProviderName; permissionMode?: PermissionMode };

export async function updateAgent(tx: Tx, id: string, facts: AgentFacts): Promise<Agent> {
  const row = await tx.client.agent.update({ where: { id }, data: { ...facts, updatedAt: tx.now } });
  await append(tx, row, 'agent.updated', { fields: Object.keys(facts) });
  return toAgent(row);
}

/** Out of service for good: its token is dead and its task may get another. */
export async function retireAgent(tx: Tx, id: string, reason: string): Promise<void> {
  const agent = await getAgent(tx, id);
  if (agent.retiredAt) return;
  const row = await tx.client.agent.update({
    where: { id },
    data: {
      liveKey: null,
      tokenHash: null,
      desiredExecutionState: 'IDLE',
      retiredAt: tx.now,
      updatedAt: tx.now,
    },
  });
  await append(tx, row, 'agent.updated', { retired: true, reason });
}

export const getAgent = remembered(['Agent'], async (db, id: string): Promise<Agent> => {
  const row = await db.client.agent.findUnique({ where: { id } });
  if (row) return toAgent(row);
  throw new FactoryError('NOT_FOUND', `There is no agent ${id}.`, 'List the agents to find its id.');
});

export const findAgentByTokenHash = remembered(
  ['Agent'],
  async (db, tokenHash: string): Promise<Agent | null> => {
    const row = await db.client.agent.findUnique({ where: { tokenHash } });
    return row ? toAgent(row) : null;
  },
);

export function findLiveAgent(db: Db, taskId: string, role: Role): Promise<Agent | null> {
  return findByLiveKey(db, `${taskId}:${role}`);
}

const findByLiveKey = remembered(['Agent'], async (db, liveKey: string): Promise<Agent | null> => {
  const row = await db.client.agent.findUnique({ where: { liveKey } });
  return row ? toAgent(row) : null;
});

export type AgentFilter = { projectId?: string; taskIds?: string[]; ids?: string[]; live?: boolean };

export async function listAgents(db: Db, filter: AgentFilter): Promise<Agent[]> {
  const rows = await db.client.agent.findMany({
    where: {
      ...(filter.projectId === undefined ? {} : { projectId: filter.projectId }),
      ...(filter.taskIds === undefined ? {} : { taskId: { in: filter.taskIds } }),
      ...(filter.ids === undefined ? {} : { id: { in: filter.ids } }),
      ...(filter.live === undefined ? {} : { retiredAt: filter.live ? null : { not: null } }),
    },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
  return rows.map(toAgent);
}

async function append(
  tx: Tx,
  row: AgentRow,
  kind: 'agent.created' | 'agent.updated' | 'agent.state',
  payload: Record<string, string | boolean | string[]>,
): Promise<void> {
  tx.append({ kind, ...(await agentIds(tx, row)), payload });
}

/** The ids that an event about this agent carries. */
export async function agentIds(tx: Tx, agent: Pick<AgentRow, 'id' | 'taskId' | 'projectId'>) {
  const ids = agent.taskId === null ? null : await findTaskIds(tx, agent.taskId);
  return { agentId: agent.id, ...(ids ?? { projectId: agent.projectId }) };
}

function toAgent(row: AgentRow): Agent {
  return {
    ...row,
    provider: ProviderName.parse(row.provider),
    permissionMode: PermissionMode.parse(row.permissionMode),
  };
}
