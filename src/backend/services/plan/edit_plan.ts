import { FactoryError } from '@/backend/domain/errors';
import { DROPPED } from '@/backend/domain/task/dropped';
import { getProject } from '@/backend/resource_accessors/project.accessor';
import { listSubtree } from '@/backend/resource_accessors/read/read_tasks';
import type { Tx } from '@/backend/resource_accessors/store/store';
import { getTask, transitionTask, updateTaskText } from '@/backend/resource_accessors/task.accessor';
import { listDependencies, removeDependency } from '@/backend/resource_accessors/task_dependency.accessor';
import { EditPlan, type PlanEdit } from '@/shared/plan';
import type { Deps } from '../deps';
import { linkTasks } from '../task/add_dependency';
import { addSubtask } from '../task/create_subtask';
import { type Plan, readPlan, requireWaitingPlan } from './read_plan';

type Edit<Op extends PlanEdit['op']> = Extract<PlanEdit, { op: Op }>;

/** The human changes a plan that waits for them: all of the changes, or none. */
export async function editPlan(deps: Pick<Deps, 'store' | 'newId' | 'home'>, input: EditPlan): Promise<Plan> {
  const { epicId, version, edits } = EditPlan.parse(input);
  return deps.store.write(async (tx) => {
    await requireWaitingPlan(tx, { epicId, version });
    for (const edit of edits) {
      switch (edit.op) {
        case 'edit':
          await rewrite(tx, epicId, edit);
          break;
        case 'add':
          await add(tx, deps, epicId, edit);
          break;
        case 'remove':
          await drop(tx, epicId, edit);
          break;
        case 'reorder':
          await reorder(tx, epicId, edit);
      }
    }
    return readPlan(tx, epicId);
  });
}

async function rewrite(tx: Tx, epicId: string, edit: Edit<'edit'>): Promise<void> {
  const task = await requireStep(tx, epicId, edit.taskId);
  const { op: _op, taskId: _taskId, dependsOn, ...words } = edit;
  const change = Object.fromEntries(Object.entries(words).filter(([, value]) => value !== undefined));
  if (Object.keys(change).length > 0) await updateTaskText(tx, task.id, change);
  if (dependsOn === undefined) return;
  const before = (await listDependencies(tx, epicId)).filter((edge) => edge.taskId === task.id);
  for (const edge of before) if (!dependsOn.includes(edge.dependsOnId)) await removeDependency(tx, edge);
  for (const id of new Set(dependsOn)) {
    await linkTasks(tx, { task, dependsOn: await requireStep(tx, epicId, id) });
  }
}

async function add(
  tx: Tx,
  deps: Pick<Deps, 'newId' | 'home'>,
  epicId: string,
  edit: Edit<'add'>,
): Promise<void> {
  const { op: _op, ...wanted } = edit;
  const epic = await getTask(tx, epicId);
  const project = await getProject(tx, epic.projectId);
  const [, ...siblings] = await listSubtree(tx, epicId);
  await addSubtask(tx, deps, { epic, project, siblings, wanted });
}

/** Kept as CANCELLED, so that the supervisor sees that it was dropped and does not propose it again. */
async function drop(tx: Tx, epicId: string, edit: Edit<'remove'>): Promise<void> {
  const task = await requireStep(tx, epicId, edit.taskId);
  for (const edge of await listDependencies(tx, epicId)) {
    if (edge.dependsOnId === task.id || edge.taskId === task.id) await removeDependency(tx, edge);
  }
  await transitionTask(tx, {
    id: task.id,
    to: 'CANCELLED',
    actor: 'human',
    reason: DROPPED,
    expected: 'PENDING',
  });
}

async function reorder(tx: Tx, epicId: string, edit: Edit<'reorder'>): Promise<void> {
  const { steps } = await readPlan(tx, epicId);
  const known = new Set(steps.map((step) => step.id));
  const wanted = new Set(edit.order);
  if (
    wanted.size !== edit.order.length ||
    wanted.size !== known.size ||
    !edit.order.every((id) => known.has(id))
  ) {
    throw new FactoryError(
      'BAD_INPUT',
      'The order must name every subtask of the plan once.',
      'Reload the plan and order it again.',
    );
  }
  for (const [position, id] of edit.order.entries()) {
    if (steps.find((step) => step.id === id)?.position !== position)
      await updateTaskText(tx, id, { position });
  }
}

async function requireStep(tx: Tx, epicId: string, taskId: string) {
  const task = await getTask(tx, taskId);
  if (task.parentId === epicId && task.state === 'PENDING') return task;
  throw new FactoryError(
    'WRONG_STATE',
    task.parentId === epicId
      ? `“${task.title}” is ${task.state} and not part of the plan any more.`
      : `“${task.title}” belongs to another epic.`,
    'Reload the plan.',
  );
}
