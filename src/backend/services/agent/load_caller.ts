import { FactoryError } from '@/backend/domain/errors';
import { type Agent, getAgent } from '@/backend/resource_accessors/agent.accessor';
import { getProject, type Project } from '@/backend/resource_accessors/project.accessor';
import type { Db } from '@/backend/resource_accessors/store/store';
import { getTask, type Task } from '@/backend/resource_accessors/task.accessor';

/** Who acts: an agent, the task it is bound to, and the epic that belongs to. They are one for a quick task. */
export type Caller = { agent: Agent; task: Task; epic: Task; project: Project };

export async function loadCaller(db: Db, agentId: string): Promise<Caller> {
  const agent = await getAgent(db, agentId);
  if (agent.taskId === null) {
    throw new FactoryError(
      'FORBIDDEN',
      'You are bound to no task.',
      'End your turn: there is nothing to do.',
    );
  }
  const task = await getTask(db, agent.taskId);
  const [epic, project] = await Promise.all([
    task.parentId === null ? task : getTask(db, task.parentId),
    getProject(db, task.projectId),
  ]);
  return { agent, task, epic, project };
}
