import { FactoryError } from '@/backend/domain/errors';
import { type Actor, assertTransition, ENDED_STATES } from '@/backend/domain/task/transitions';
import { type PlanApproval, TaskOptions, type TaskState } from '@/shared/task';
import type { Task as TaskRow } from './generated/client';
import { remembered } from './store/remembered';
import type { Db, Tx } from './store/store';

export type Task = Omit<TaskRow, 'options'> & { options: TaskOptions };

export type NewTask = {
  id: string;
  projectId: string;
  parentId: string | null;
  title: string;
  description: string;
  acceptanceCriteria: string;
  designDoc: string;
  state: TaskState;
  priority: number;
  quick: boolean;
  planApproval: PlanApproval;
  options: TaskOptions;
  branchName: string;
  baseBranch: string;
  worktreePath: string;
};

export async function createTask(tx: Tx, input: NewTask): Promise<Task> {
  const position = await tx.client.task.count({
    where: { projectId: input.projectId, parentId: input.parentId },
  });
  const row = await tx.client.task.create({
    data: { ...input, position, stateSince: tx.now, createdAt: tx.now, updatedAt: tx.now },
  });
  tx.append({
    kind: 'task.created',
    ...idsOf(row),
    payload: { title: row.title, state: row.state, quick: row.quick },
  });
  return toTask(row);
}

export type Transition = {
  id: string;
  to: TaskState;
  actor: Actor;
  reason?: string | null;
  /** The state the caller decided on. When the row has moved on since, nothing is written. */
  expected?: TaskState;
};

/** The only way a task changes state. Asking for the state it is in already changes nothing. */
export async function transitionTask(tx: Tx, input: Transition): Promise<Task> {
  const task = await getTask(tx, input.id);
  if (input.expected !== undefined && task.state !== input.expected) throw movedOn(task, input.expected);
  if (task.state === input.to) return task;
  assertTransition({
    from: task.state,
    to: input.to,
    isEpic: task.parentId === null,
    quick: task.quick,
    actor: input.actor,
  });
  const moved = await tx.client.task.updateMany({
    where: { id: task.id, state: task.state },
    data: {
      state: input.to,
      stateReason: input.reason ?? null,
      stateSince: tx.now,
      submittedAt: input.to === 'REVIEW' ? tx.now : task.submittedAt,
      endedAt: ENDED_STATES.includes(input.to) ? tx.now : null,
      updatedAt: tx.now,
    },
  });
  if (moved.count === 0) throw movedOn(task, task.state);
  tx.append({
    kind: 'task.state',
    ...idsOf(task),
    payload: { from: task.state, to: input.to, actor: input.actor, reason: input.reason ?? null },
  });
  return getTask(tx, task.id);
}

/** It stays in its state, for another reason than the one that brought it there. */
export async function setStateReason(
  tx: Tx,
  input: { id: string; reason: string; expected: TaskState },
): Promise<Task> {
  const task = await getTask(tx, input.id);
  if (task.state !== input.expected) throw movedOn(task, input.expected);
  const row = await tx.client.task.update({
    where: { id: task.id },
    data: { stateReason: input.reason, updatedAt: tx.now },
  });
  tx.append({
    kind: 'task.updated',
    ...idsOf(row),
    payload: { fields: ['stateReason'], reason: input.reason },
  });
  return toTask(row);
}

/** Holds a task, or lets it go on. Held is not a state of the work: it goes on from where it was. */
export async function setTaskPaused(tx: Tx, id: string, paused: boolean): Promise<Task> {
  const task = await getTask(tx, id);
  if ((task.pausedAt !== null) === paused) return task;
  const row = await tx.client.task.update({
    where: { id },
    data: { pausedAt: paused ? tx.now : null, updatedAt: tx.now },
  });
  tx.append({ kind: 'task.updated', ...idsOf(row), payload: { paused } });
  return toTask(row);
}

/** What was submitted last. Again while in review: the newer head takes its place in the line. */
export async function recordSubmission(tx: Tx, id: string, headSha: string): Promise<void> {
  const row = await tx.client.task.update({
    where: { id },
    data: { headSha, submittedAt: tx.now, updatedAt: tx.now },
  });
  tx.append({ kind: 'task.updated', ...idsOf(row), payload: { fields: ['headSha'], headSha } });
}

/** Its folder is there and the project's setup command has run in it. */
export async function markWorktreePrepared(tx: Tx, id: string, baseSha: string | null): Promise<void> {
  const before = await getTask(tx, id);
  const row = await tx.client.task.update({
    where: { id },
    data: { preparedAt: tx.now, baseSha: before.baseSha ?? baseSha, updatedAt: tx.now },
  });
  tx.append({ kind: 'task.updated', ...idsOf(row), payload: { fields: ['preparedAt'], made: true } });
}

/** Work that was about to be lost has been put under a ref of its own. */
export async function recordRescue(
  tx: Tx,
  id: string,
  rescue: { ref: string; sha: string; why: string },
): Promise<void> {
  const task = await findTaskAnyway(tx, id);
  if (task) tx.append({ kind: 'work.rescued', ...idsOf(task), payload: rescue });
}

/** Somebody asked for another try: whoever waits before the next one need not wait any more. */
export async function noteRetry(tx: Tx, id: string): Promise<void> {
  tx.append({ kind: 'task.updated', ...idsOf(await getTask(tx, id)), payload: { retried: true } });
}

/** Its folder is gone from the disk. */
export async function markWorktreeRemoved(tx: Tx, id: string): Promise<void> {
  const row = await tx.client.task.update({ where: { id }, data: { preparedAt: null, updatedAt: tx.now } });
  tx.append({ kind: 'task.updated', ...idsOf(row), payload: { fields: ['preparedAt'] } });
}

/** Hides a task from everyone but the reconciler, which clears away what is left of it and then purges it. */
export async function markTaskDeleted(tx: Tx, id: string): Promise<void> {
  const row = await tx.client.task.update({ where: { id }, data: { deletedAt: tx.now, updatedAt: tx.now } });
  tx.append({ kind: 'task.deleted', ...idsOf(row), payload: { title: row.title } });
}

/** Takes the row out, and with it everything that belongs to it. */
export async function purgeTask(tx: Tx, id: string): Promise<void> {
  const row = await tx.client.task.findUnique({ where: { id } });
  if (!row) return;
  await tx.client.task.delete({ where: { id } });
  tx.append({ kind: 'task.deleted', ...idsOf(row), payload: { title: row.title, purged: true } });
}

/** Also one that was deleted and is not cleared away yet. */
export const findTaskAnyway = remembered(['Task'], async (db, id: string): Promise<Task | null> => {
  const row = await db.client.task.findUnique({ where: { id } });
  return row ? toTask(row) : null;
});

/** The ids of a task that is still there, deleted or not. They never change. */
export const findTaskIds = remembered([], async (db, id: string) => {
  const row = await db.client.task.findUnique({
    where: { id },
    select: { id: true, parentId: true, projectId: true },
  });
  return row ? idsOf(row) : null;
});

export async function getTask(db: Db, id: string): Promise<Task> {
  const task = await findTaskAnyway(db, id);
  if (task && task.deletedAt === null) return task;
  throw new FactoryError('NOT_FOUND', `There is no task ${id}.`, 'List the tasks to find its id.');
}

export type TaskText = Partial<
  Pick<TaskRow, 'title' | 'description' | 'acceptanceCriteria' | 'designDoc' | 'priority' | 'position'>
>;

/** What a task says and where it stands in the plan; never its state. */
export async function updateTaskText(tx: Tx, id: string, change: TaskText): Promise<Task> {
  const row = await tx.client.task.update({ where: { id }, data: { ...change, updatedAt: tx.now } });
  tx.append({ kind: 'task.updated', ...idsOf(row), payload: { fields: Object.keys(change) } });
  return toTask(row);
}

/** The branch that it was for is gone; this one has taken its place. */
export async function setTaskBase(tx: Tx, id: string, baseBranch: string): Promise<void> {
  const row = await tx.client.task.update({ where: { id }, data: { baseBranch, updatedAt: tx.now } });
  tx.append({ kind: 'task.updated', ...idsOf(row), payload: { fields: ['baseBranch'], baseBranch } });
}

/** The human agrees to the plan of an epic: its subtasks may start. */
export async function setPlanApproved(tx: Tx, id: string): Promise<Task> {
  const row = await tx.client.task.update({
    where: { id },
    data: { planApproval: 'APPROVED', updatedAt: tx.now },
  });
  tx.append({ kind: 'task.updated', ...idsOf(row), payload: { planApproval: 'APPROVED' } });
  return toTask(row);
}

/** The epic of a subtask, or the task itself. */
export function epicIdOf(task: Pick<TaskRow, 'id' | 'parentId'>): string {
  return task.parentId ?? task.id;
}

/** The ids that an event about this task carries. */
export function idsOf(task: Pick<TaskRow, 'id' | 'parentId' | 'projectId'>): {
  projectId: string;
  epicId: string;
  taskId: string;
} {
  return { projectId: task.projectId, epicId: epicIdOf(task), taskId: task.id };
}

function movedOn(task: Task, expected: TaskState): FactoryError {
  return new FactoryError(
    'STALE',
    `“${task.title}” is ${task.state} now, not ${expected} any more.`,
    'Look at it again, then decide.',
    { data: { state: task.state } },
  );
}

/** A row with its options read. */
export function toTask(row: TaskRow): Task {
  return { ...row, options: TaskOptions.parse(row.options) };
}
