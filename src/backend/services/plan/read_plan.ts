import { createHash } from 'node:crypto';
import { FactoryError } from '@/backend/domain/errors';
import { listSubtree } from '@/backend/resource_accessors/read/read_tasks';
import type { Db } from '@/backend/resource_accessors/store/store';
import type { Task } from '@/backend/resource_accessors/task.accessor';
import { listDependencies } from '@/backend/resource_accessors/task_dependency.accessor';

export type PlanStep = Pick<
  Task,
  'id' | 'title' | 'description' | 'acceptanceCriteria' | 'priority' | 'position' | 'state'
> & { dependsOn: string[] };

export type Plan = {
  epic: Task;
  /** Changes with anything that the plan says; give it back with an edit or an approval. */
  version: string;
  steps: PlanStep[];
};

/** The subtasks of an epic as a plan, in its order. What was dropped is not part of it. */
export async function readPlan(db: Db, epicId: string): Promise<Plan> {
  const [epic, ...subtasks] = await listSubtree(db, epicId);
  if (!epic || epic.parentId !== null || epic.quick) {
    throw new FactoryError('WRONG_STATE', 'Only an epic with a supervisor has a plan.', 'Open its epic.');
  }
  const edges = await listDependencies(db, epicId);
  const steps = subtasks
    .filter((task) => task.state !== 'CANCELLED')
    .sort((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1))
    .map((task) => ({
      id: task.id,
      title: task.title,
      description: task.description,
      acceptanceCriteria: task.acceptanceCriteria,
      priority: task.priority,
      position: task.position,
      state: task.state,
      dependsOn: edges.filter((edge) => edge.taskId === task.id).map((edge) => edge.dependsOnId),
    }));
  const words = JSON.stringify([epic.planApproval, steps]);
  return { epic, steps, version: createHash('sha256').update(words).digest('hex').slice(0, 32) };
}

/** The plan, if it still waits for the human and still says what they read. */
export async function requireWaitingPlan(db: Db, input: { epicId: string; version: string }): Promise<Plan> {
  const plan = await readPlan(db, input.epicId);
  if (plan.epic.planApproval !== 'WAITING') {
    throw new FactoryError(
      'WRONG_STATE',
      plan.epic.planApproval === 'APPROVED'
        ? 'This plan was approved already.'
        : 'This epic was not set up to wait for an approval of its plan.',
      'Change its subtasks one by one instead, or write to the supervisor.',
    );
  }
  if (plan.version !== input.version) {
    throw new FactoryError(
      'STALE',
      'The plan was changed since you opened it.',
      'Look at it as it is now, then decide.',
      { data: { version: plan.version } },
    );
  }
  return plan;
}
