import { agentIds, getAgent, listAgents, retireAgent } from '@/backend/resource_accessors/agent.accessor';
import { deleteConditions, takeBackConditions } from '@/backend/resource_accessors/condition.accessor';
import { dropDeliveries } from '@/backend/resource_accessors/delivery.accessor';
import {
  endExecution as closeAttempt,
  ensureExecution,
  startExecution,
} from '@/backend/resource_accessors/execution.accessor';
import { deleteMailOfTask } from '@/backend/resource_accessors/mail.accessor';
import { clearFailure } from '@/backend/resource_accessors/queue.accessor';
import { findOpenSession } from '@/backend/resource_accessors/session.accessor';
import {
  findTaskAnyway,
  getTask,
  purgeTask as purgeRow,
  transitionTask,
} from '@/backend/resource_accessors/task.accessor';
import { recordReport } from '@/backend/services/task/record_report';
import { keyOf } from '../key';
import { DONE } from '../outcome';
import { JUST_MADE_MS } from '../phases/views';
import type { Runner } from './runner';

export const prepareWorktree: Runner<'PREPARE_WORKTREE'> = async (deps, { taskId }) => {
  await deps.ports.prepareWorktree({ taskId, outside: deps.outside });
  return {
    kind: 'retryAfter',
    ms: JUST_MADE_MS,
    reason: 'its branch is looked for once its agent has started',
  };
};

export const removeWorktree: Runner<'REMOVE_WORKTREE'> = async (deps, { taskId }) => {
  await deps.ports.removeWorktree({ taskId, outside: deps.outside });
  return DONE;
};

export const markStarted: Runner<'MARK_STARTED'> = async (deps, { taskId, agentId, from }) => {
  await deps.store.write(async (tx) => {
    const task = await getTask(tx, taskId);
    // Someone moved it, or the session ended, while we looked: the next look decides anew.
    if (task.state !== from || !(await findOpenSession(tx, agentId))) return;
    const attempt = await ensureExecution(tx, { id: deps.newId(), taskId });
    await startExecution(tx, attempt.id, agentId);
    await transitionTask(tx, { id: taskId, to: 'IN_PROGRESS', actor: 'system', expected: from });
  });
  return DONE;
};

export const endExecution: Runner<'END_EXECUTION'> = async (deps, { taskId, state }) => {
  await deps.store.write(async (tx) => {
    const task = await getTask(tx, taskId);
    await closeAttempt(tx, taskId, { state, reason: task.stateReason ?? `the task is ${task.state}` });
  });
  return DONE;
};

export const reportBlocked: Runner<'REPORT_BLOCKED'> = async (deps, { taskId, agentId, words }) => {
  await deps.store.write(async (tx) => {
    const task = await getTask(tx, taskId);
    if (task.state !== 'IN_PROGRESS') return;
    const agent = await getAgent(tx, agentId);
    const tell = { newId: deps.newId, notify: deps.ports.notify };
    await recordReport(tx, tell, { agent, task, state: 'BLOCKED', reason: words });
  });
  return DONE;
};

export const retire: Runner<'RETIRE_AGENT'> = async (deps, { agentId, reason }) => {
  await deps.store.write(async (tx) => {
    if (await findOpenSession(tx, agentId)) return;
    await dropDeliveries(tx, agentId);
    const ids = await agentIds(tx, await getAgent(tx, agentId));
    await takeBackConditions(tx, { subjectIds: [agentId], reason: 'retired', message: reason }, ids);
    await clearFailure(tx, keyOf.agent(agentId));
    await retireAgent(tx, agentId, reason);
  });
  return DONE;
};

export const purge: Runner<'PURGE_TASK'> = async (deps, { taskId }) => {
  await deps.ports.deleteBranch({ taskId });
  await deps.store.write(async (tx) => {
    const task = await findTaskAnyway(tx, taskId);
    if (!task || task.deletedAt === null) return;
    const agents = await listAgents(tx, { taskIds: [taskId] });
    await deleteConditions(tx, [taskId, ...agents.map((agent) => agent.id)]);
    await deleteMailOfTask(tx, taskId);
    await purgeRow(tx, taskId);
  });
  return DONE;
};
