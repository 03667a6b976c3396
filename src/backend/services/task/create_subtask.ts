import path from 'node:path';
import { FactoryError } from '@/backend/domain/errors';
import { nameTask } from '@/backend/domain/naming';
import { isEnded } from '@/backend/domain/task/transitions';
import type { Project } from '@/backend/resource_accessors/project.accessor';
import { listSubtree } from '@/backend/resource_accessors/read/read_tasks';
import type { Tx } from '@/backend/resource_accessors/store/store';
import { createTask, type Task } from '@/backend/resource_accessors/task.accessor';
import { addDependency } from '@/backend/resource_accessors/task_dependency.accessor';
import { CreateSubtask, TaskOptions } from '@/shared/task';
import { loadCaller } from '../agent/load_caller';
import type { Deps } from '../deps';

export type SubtaskCreated = {
  task: Task;
  /** False: a live subtask with this title was there already, and nothing was written. */
  created: boolean;
  /** The human has not approved the plan yet, so no worker starts. */
  planWaits: boolean;
};

const MOST_SUBTASKS = 2000;

/** A supervisor breaks its epic down. The reconciler sees the row and starts a worker when there is room. */
export async function createSubtask(
  deps: Pick<Deps, 'store' | 'newId' | 'home'>,
  input: CreateSubtask & { agentId: string },
): Promise<SubtaskCreated> {
  const { agentId, ...rest } = input;
  const wanted = CreateSubtask.parse(rest);
  return deps.store.write(async (tx) => {
    const { task: epic, project } = await loadCaller(tx, agentId);
    assertOpen(epic);
    const planWaits = epic.planApproval === 'WAITING';
    const [, ...siblings] = await listSubtree(tx, epic.id);
    // A model that did not get our answer asks again; that must not start two workers on one thing.
    const same = siblings.find((task) => !isEnded(task.state) && sameTitle(task.title, wanted.title));
    if (same) return { task: same, created: false, planWaits };
    return {
      task: await addSubtask(tx, deps, { epic, project, siblings, wanted }),
      created: true,
      planWaits,
    };
  });
}

/** The row itself and its dependencies, for whoever may add one: the supervisor, or the human editing a plan. */
export async function addSubtask(
  tx: Tx,
  deps: Pick<Deps, 'newId' | 'home'>,
  input: { epic: Task; project: Project; siblings: readonly Task[]; wanted: CreateSubtask },
): Promise<Task> {
  const { epic, project, siblings } = input;
  const wanted = CreateSubtask.parse(input.wanted);
  if (siblings.length >= MOST_SUBTASKS) {
    throw new FactoryError(
      'LIMIT_REACHED',
      `This epic has ${siblings.length} subtasks, which is the most it can have.`,
      'Finish those first.',
    );
  }
  const stranger = wanted.dependsOn.find((id) => !siblings.some((task) => task.id === id));
  if (stranger !== undefined) {
    throw new FactoryError(
      'BAD_INPUT',
      `dependsOn names ${stranger}, which is not a subtask of this epic.`,
      'Call task.list for the ids, and create the subtasks that others depend on first.',
    );
  }
  const id = deps.newId();
  const task = await createTask(tx, {
    id,
    projectId: project.id,
    parentId: epic.id,
    title: wanted.title,
    description: wanted.description,
    acceptanceCriteria: wanted.acceptanceCriteria,
    designDoc: '',
    state: 'PENDING',
    priority: wanted.priority,
    quick: false,
    planApproval: 'NOT_ASKED',
    options: TaskOptions.parse({}),
    baseBranch: epic.branchName,
    ...nameTask({ id, isEpic: false, worktreesDir: path.join(deps.home.worktrees, project.slug) }),
  });
  for (const dependsOnId of new Set(wanted.dependsOn)) await addDependency(tx, { taskId: id, dependsOnId });
  return task;
}

function assertOpen(epic: Task): void {
  if (['PLANNING', 'IN_PROGRESS', 'BLOCKED'].includes(epic.state)) return;
  throw new FactoryError(
    'WRONG_STATE',
    `Your epic is ${epic.state}, so it takes no more subtasks.`,
    epic.state === 'REVIEW'
      ? 'Its final pull request is with the human; wait for the answer, which comes by mail.'
      : 'End your turn: there is nothing more to do.',
  );
}

function sameTitle(a: string, b: string): boolean {
  const plain = (title: string) => title.trim().replace(/\s+/g, ' ').toLowerCase();
  return plain(a) === plain(b);
}
