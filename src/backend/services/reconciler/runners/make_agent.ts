import { randomUUID } from 'node:crypto';
import { nameAgent } from '@/backend/domain/naming';
import { type Agent, ensureAgent } from '@/backend/resource_accessors/agent.accessor';
import { enqueueDelivery } from '@/backend/resource_accessors/delivery.accessor';
import { getProject } from '@/backend/resource_accessors/project.accessor';
import type { Tx } from '@/backend/resource_accessors/store/store';
import { epicIdOf, getTask } from '@/backend/resource_accessors/task.accessor';
import type { ReconcilerDeps } from '../deps';

export type AgentRole = 'SUPERVISOR' | 'WORKER';

/** The live agent of a task, made with its first message in line when there is none. */
export async function makeAgent(
  tx: Tx,
  deps: Pick<ReconcilerDeps, 'newId'>,
  input: { taskId: string; role: AgentRole; prompt: string },
): Promise<Agent> {
  const task = await getTask(tx, input.taskId);
  const epic = await getTask(tx, epicIdOf(task));
  const { settings } = await getProject(tx, task.projectId);
  const byRole = input.role === 'SUPERVISOR' ? 'supervisor' : 'worker';
  const chosen = { ...epic.options[byRole], ...task.options[byRole] };
  const id = deps.newId();
  const { agent, created } = await ensureAgent(tx, {
    id,
    role: input.role,
    projectId: task.projectId,
    taskId: task.id,
    provider: chosen.provider ?? settings[byRole].provider,
    model: chosen.model ?? settings[byRole].model,
    permissionMode: chosen.permissionMode ?? settings[byRole].permissionMode,
    tmuxName: nameAgent({ id, role: input.role }),
    providerSessionId: randomUUID(),
  });
  if (created) {
    await enqueueDelivery(tx, { id: deps.newId(), agentId: agent.id, kind: 'PROMPT', body: input.prompt });
  }
  return agent;
}
