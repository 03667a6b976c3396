import { countCrashes, isCrash, restartDelayMs } from '@/backend/domain/crash/crash';
import { toFactoryError } from '@/backend/domain/errors';
import { isEnded } from '@/backend/domain/task/transitions';
import { type Agent, setExecutionState, updateAgent } from '@/backend/resource_accessors/agent.accessor';
import { enqueueDelivery, listUnseen } from '@/backend/resource_accessors/delivery.accessor';
import { getProject } from '@/backend/resource_accessors/project.accessor';
import { findOpenSession, listSessions } from '@/backend/resource_accessors/session.accessor';
import type { Tx } from '@/backend/resource_accessors/store/store';
import { findTaskAnyway } from '@/backend/resource_accessors/task.accessor';
import type { ReconcilerDeps } from '../deps';
import { DONE } from '../outcome';
import { parkAgent } from '../park_agent';
import type { Runner } from './runner';

const DAY_MS = 86_400_000;

export const startSession: Runner<'START_SESSION'> = async (deps, { agentId }) => {
  try {
    await deps.ports.startSession({ agentId });
  } catch (thrown) {
    const error = toFactoryError(thrown);
    if (error.code !== 'NOT_LOGGED_IN' && error.code !== 'MISSING_TOOL') throw thrown;
    const kind = error.code === 'NOT_LOGGED_IN' ? 'not_logged_in' : 'missing';
    const death = { kind, message: error.message, next: error.next } as const;
    await parkAgent({ ...deps, notify: deps.ports.notify }, { agentId, death });
    return DONE;
  }
  await deps.store.write((tx) => settle(tx, agentId, 'ACTIVE'));
  return DONE;
};

export const stopSession: Runner<'STOP_SESSION'> = async (deps, action) => {
  const { agentId, endReason } = action;
  await deps.ports.stopSession({ agentId, reason: endReason });
  const words = action.interrupted ? await deps.ports.composeNudge({ kind: 'interrupted' }) : null;
  await deps.store.write(async (tx) => {
    if (await findOpenSession(tx, agentId)) return;
    const agent = await setExecutionState(tx, agentId, action.becomes, endReason);
    if (action.becomes === 'CRASHED') await waitBeforeRestart(tx, agent);
    if (words !== null) await tellToGoOn(tx, deps, { agent, words });
  });
  return DONE;
};

export const closeDeadSession: Runner<'CLOSE_DEAD_SESSION'> = async (deps, action) => {
  const { agentId, sessionId } = action;
  const death = await deps.ports.closeDeadSession({ sessionId });
  const words = action.interrupted ? await deps.ports.composeNudge({ kind: 'interrupted' }) : null;
  if (action.wanted === 'CRASHED' && death.kind !== 'crashed') {
    await parkAgent({ ...deps, notify: deps.ports.notify }, { agentId, death });
  }
  await deps.store.write(async (tx) => {
    if (await findOpenSession(tx, agentId)) return;
    const agent = await setExecutionState(tx, agentId, action.wanted, death.message);
    if (action.wanted === 'CRASHED' && death.kind === 'crashed') await waitBeforeRestart(tx, agent);
    if (words !== null) await tellToGoOn(tx, deps, { agent, words });
  });
  return DONE;
};

/** The session's row has ended but the agent's has not heard of it: a server died between the two. */
export const recordEnd: Runner<'RECORD_END'> = async (deps, { agentId }) => {
  const words = await deps.ports.composeNudge({ kind: 'interrupted' });
  await deps.store.write(async (tx) => {
    if (await findOpenSession(tx, agentId)) return;
    const last = (await recentEnds(tx, agentId)).at(-1);
    const crashed = last === undefined || isCrash(last.endReason);
    const agent = await setExecutionState(
      tx,
      agentId,
      crashed ? 'CRASHED' : 'IDLE',
      last?.endReason ?? 'no session of it is left',
    );
    if (crashed) await waitBeforeRestart(tx, agent);
    if (last?.turnState === 'BUSY') await tellToGoOn(tx, deps, { agent, words });
  });
  return DONE;
};

export const settleAgent: Runner<'SETTLE_AGENT'> = async (deps, { agentId, state }) => {
  await deps.store.write((tx) => settle(tx, agentId, state));
  return DONE;
};

export const endStray: Runner<'END_STRAY'> = async (deps, { name, marker }) => {
  await deps.ports.endStray({ name, marker });
  return DONE;
};

async function settle(tx: Tx, agentId: string, state: Agent['executionState']): Promise<void> {
  const open = await findOpenSession(tx, agentId);
  if ((open !== null) !== (state === 'ACTIVE')) return;
  await setExecutionState(tx, agentId, state, open ? 'its session runs' : 'as was asked');
}

async function recentEnds(tx: Tx, agentId: string) {
  const endedAfter = new Date(tx.now.getTime() - DAY_MS);
  const sessions = await listSessions(tx, { agentIds: [agentId], endedAfter });
  return sessions.flatMap(({ endedAt, endReason, turnState }) =>
    endedAt === null ? [] : [{ endedAt, endReason, turnState }],
  );
}

async function waitBeforeRestart(tx: Tx, agent: Agent): Promise<void> {
  if (agent.projectId === null) return;
  const { settings } = await getProject(tx, agent.projectId);
  const crashes = countCrashes(await recentEnds(tx, agent.id), {
    at: tx.now,
    windowMinutes: settings.limits.crashWindowMinutes,
    forgivenAt: agent.crashesForgivenAt,
  });
  const delay = restartDelayMs(crashes);
  if (delay > 0) await updateAgent(tx, agent.id, { parkedUntil: new Date(tx.now.getTime() + delay) });
}

/** A resumed conversation waits for input: one that was cut off in the middle of a turn has to be told to go on. */
async function tellToGoOn(
  tx: Tx,
  deps: Pick<ReconcilerDeps, 'newId'>,
  input: { agent: Agent; words: string },
): Promise<void> {
  const { agent, words } = input;
  const task = agent.taskId === null ? null : await findTaskAnyway(tx, agent.taskId);
  if (!task || isEnded(task.state) || task.deletedAt !== null || agent.retiredAt !== null) return;
  if ((await listUnseen(tx, agent.id)).length > 0) return;
  await enqueueDelivery(tx, { id: deps.newId(), agentId: agent.id, kind: 'NUDGE', body: words });
}
