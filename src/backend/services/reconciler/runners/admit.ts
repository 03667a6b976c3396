import { desireAgent, findLiveAgent } from '@/backend/resource_accessors/agent.accessor';
import { ensureExecution } from '@/backend/resource_accessors/execution.accessor';
import { getTask } from '@/backend/resource_accessors/task.accessor';
import { DONE } from '../outcome';
import { makeAgent } from './make_agent';
import type { Runner } from './runner';
import { startSession } from './session';

export const ensureAgentOf: Runner<'ENSURE_AGENT'> = async (deps, action) => {
  const { taskId, role, key, reason } = action;
  const prompt = await deps.ports.composeFirstPrompt({ taskId, role });
  const made = await deps.store.write(async (tx) => {
    const present = await findLiveAgent(tx, taskId, role);
    if (present) return null;
    const agent = await makeAgent(tx, deps, { taskId, role, prompt });
    // A worker starts when it is given a slot, not before.
    return role === 'WORKER' ? desireAgent(tx, agent.id, 'IDLE') : agent;
  });
  if (made === null || !action.thenStart) return DONE;
  return startSession(deps, { type: 'START_SESSION', key, taskId, agentId: made.id, reason });
};

export const enqueueTask: Runner<'ENQUEUE_TASK'> = async (deps, { taskId }) => {
  await deps.store.write(async (tx) => {
    const task = await getTask(tx, taskId);
    if (task.state !== 'PENDING' && task.state !== 'PLANNING') return;
    await ensureExecution(tx, { id: deps.newId(), taskId });
  });
  return DONE;
};

export const admitTask: Runner<'ADMIT_TASK'> = async (deps, { taskId }) => {
  const present = await findLiveAgent(deps.store, taskId, 'WORKER');
  const prompt = present ? '' : await deps.ports.composeFirstPrompt({ taskId, role: 'WORKER' });
  await deps.store.write(async (tx) => {
    const task = await getTask(tx, taskId);
    const again = await findLiveAgent(tx, taskId, 'WORKER');
    if (!again && prompt === '') return;
    if (task.state === 'PENDING' || task.state === 'PLANNING') {
      await ensureExecution(tx, { id: deps.newId(), taskId });
    }
    const agent = again ?? (await makeAgent(tx, deps, { taskId, role: 'WORKER', prompt }));
    await desireAgent(tx, agent.id, 'ACTIVE');
  });
  return DONE;
};

export const desire: Runner<'DESIRE_AGENT'> = async (deps, { agentId, desired }) => {
  await deps.store.write((tx) => desireAgent(tx, agentId, desired));
  return DONE;
};
