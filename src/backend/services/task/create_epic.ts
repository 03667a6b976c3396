import path from 'node:path';
import { FactoryError } from '@/backend/domain/errors';
import { nameTask } from '@/backend/domain/naming';
import { getProject } from '@/backend/resource_accessors/project.accessor';
import { createTask, type Task } from '@/backend/resource_accessors/task.accessor';
import { CreateTask } from '@/shared/task';
import type { Deps } from '../deps';

/** Writes the wish down. The reconciler sees the row and starts whoever it takes. */
export async function createEpic(
  deps: Pick<Deps, 'store' | 'newId' | 'home'>,
  input: CreateTask,
): Promise<Task> {
  const wanted = CreateTask.parse(input);
  return deps.store.write(async (tx) => {
    const project = await getProject(tx, wanted.projectId);
    if (project.archivedAt) {
      throw new FactoryError(
        'WRONG_STATE',
        `The project “${project.name}” is archived.`,
        'Restore it on the projects page, then create the epic.',
      );
    }
    const id = deps.newId();
    return createTask(tx, {
      id,
      projectId: project.id,
      parentId: null,
      title: wanted.title,
      description: wanted.description,
      acceptanceCriteria: '',
      designDoc: wanted.designDoc,
      state: 'PLANNING',
      priority: wanted.priority,
      quick: wanted.quick,
      // A quick task has no breakdown that could be approved.
      planApproval: wanted.planFirst && !wanted.quick ? 'WAITING' : 'NOT_ASKED',
      options: wanted.options,
      baseBranch: project.defaultBranch,
      ...nameTask({ id, isEpic: true, worktreesDir: path.join(deps.home.worktrees, project.slug) }),
    });
  });
}
