import fc from 'fast-check';
import { newId } from '@/backend/clients/home/new_id';
import { FactoryError } from '@/backend/domain/errors';
import { updateProject } from '@/backend/resource_accessors/project.accessor';
import { updateSession } from '@/backend/resource_accessors/session.accessor';
import { transitionTask } from '@/backend/resource_accessors/task.accessor';
import { addDependency } from '@/backend/resource_accessors/task_dependency.accessor';
import { cancelTask } from '@/backend/services/task/cancel_task';
import { deleteTask } from '@/backend/services/task/delete_task';
import { pauseTask } from '@/backend/services/task/pause_task';
import { resumeTask } from '@/backend/services/task/resume_task';
import { retryTask } from '@/backend/services/task/retry_task';
import { ProjectSettings } from '@/shared/project';
import { addTestProject, addTestTask } from '../store';
import type { World } from './world';

/** What people do, at any moment. `n` picks one of the tasks there are. */
export type UserCommand =
  | { by: 'user'; do: 'createEpic' | 'createQuick' }
  | { by: 'user'; do: 'createSubtask'; n: number; after: number | null }
  | { by: 'user'; do: 'pause' | 'resume' | 'cancel' | 'retry' | 'delete' | 'fail'; n: number };

/** What agents and the machine do, which takes an agent that is there. */
export type AgentCommand = {
  by: 'agent';
  do:
    | 'endTurn'
    | 'submit'
    | 'approve'
    | 'block'
    | 'sayBlocked'
    | 'unblock'
    | 'die'
    | 'vanish'
    | 'loseWorktree'
    | 'loseBranch'
    | 'loseFiles'
    | 'loseServer'
    | 'minutes';
  n: number;
};

export type Command = UserCommand | AgentCommand;

const n = fc.nat(20);
const user: fc.Arbitrary<Command> = fc.oneof(
  { weight: 2, arbitrary: fc.constant<Command>({ by: 'user', do: 'createEpic' }) },
  { weight: 1, arbitrary: fc.constant<Command>({ by: 'user', do: 'createQuick' }) },
  {
    weight: 4,
    arbitrary: fc
      .tuple(n, fc.option(n, { freq: 2 }))
      .map(([n, after]): Command => ({ by: 'user', do: 'createSubtask', n, after })),
  },
  {
    weight: 5,
    arbitrary: fc
      .tuple(fc.constantFrom('pause', 'resume', 'cancel', 'retry', 'delete', 'fail'), n)
      .map(([what, n]): Command => ({ by: 'user', do: what, n })),
  },
);
const agent: fc.Arbitrary<Command> = fc
  .tuple(
    fc.constantFrom(
      'endTurn',
      'submit',
      'submit',
      'approve',
      'approve',
      'block',
      'sayBlocked',
      'unblock',
      'die',
      'vanish',
      'loseWorktree',
      'loseBranch',
      'loseFiles',
      'loseServer',
      'minutes',
    ),
    n,
  )
  .map(([what, n]): Command => ({ by: 'agent', do: what, n }));

export const commands: fc.Arbitrary<Command[]> = fc
  .array(fc.oneof(user, agent), { minLength: 3, maxLength: 14 })
  .map((list) => [
    { by: 'user', do: 'createEpic' },
    { by: 'user', do: 'createSubtask', n: 0, after: null },
    ...list,
  ]);

export async function addProject(world: World, maxWorkers: number): Promise<string> {
  const settings = ProjectSettings.parse({ limits: { maxWorkers } });
  return world.store.write(async (tx) => {
    const project = await addTestProject(tx);
    await updateProject(tx, project.id, { settings });
    return project.id;
  });
}

/** Does it, or nothing where it does not apply. Names count up, so that two runs name the same things the same. */
export async function perform(world: World, projectId: string, command: Command): Promise<void> {
  try {
    await (command.by === 'user' ? asUser(world, projectId, command) : asAgent(world, command));
  } catch (error) {
    // Refusals are part of the game: the person was told and nothing was changed.
    if (!(error instanceof FactoryError)) throw error;
  }
}

/** Nothing is held and nothing has failed any more: where it all has to lead then is one place. */
export async function release(world: World): Promise<void> {
  const { store } = world;
  const tasks = await store.client.task.findMany({
    where: { deletedAt: null },
    orderBy: [{ parentId: { sort: 'asc', nulls: 'first' } }, { title: 'asc' }],
  });
  for (const { id, state } of tasks) {
    await resumeTask({ store }, { taskId: id });
    if (state !== 'FAILED') continue;
    await retryTask({ store, newId }, { taskId: id }).catch((error: unknown) => {
      if (!(error instanceof FactoryError)) throw error;
    });
  }
}

async function asUser(world: World, projectId: string, command: UserCommand): Promise<void> {
  const { store } = world;
  const deps = { store, newId };
  const tasks = await store.client.task.findMany({ where: { deletedAt: null }, orderBy: { title: 'asc' } });
  const created = await store.client.event.count({ where: { kind: 'task.created' } });
  const title = `t${String(created).padStart(3, '0')}`;
  if (!('n' in command)) {
    await store.write((tx) => addTestTask(tx, { projectId, title, quick: command.do === 'createQuick' }));
    return;
  }
  if (command.do === 'createSubtask') {
    const epics = tasks.filter((task) => task.parentId === null && !task.quick && LIVE.has(task.state));
    const epic = pick(epics, command.n);
    if (!epic) return;
    const siblings = tasks.filter((task) => task.parentId === epic.id);
    const other = command.after === null ? undefined : pick(siblings, command.after);
    await store.write(async (tx) => {
      const task = await addTestTask(tx, { projectId, title, parentId: epic.id });
      if (other) await addDependency(tx, { taskId: task.id, dependsOnId: other.id });
    });
    return;
  }
  const task = pick(tasks, command.n);
  if (!task) return;
  const input = { taskId: task.id };
  switch (command.do) {
    case 'pause':
      await pauseTask(deps, input);
      return;
    case 'resume':
      await resumeTask(deps, input);
      return;
    case 'cancel':
      await cancelTask(deps, input);
      return;
    case 'retry':
      if (task.state === 'FAILED') await retryTask(deps, input);
      return;
    case 'delete':
      return deleteTask(deps, input);
    case 'fail':
      if (task.state !== 'FAILED') {
        await store.write((tx) => transitionTask(tx, { id: task.id, to: 'FAILED', actor: 'human' }));
      }
      return;
  }
}

const LIVE: ReadonlySet<string> = new Set(['PLANNING', 'IN_PROGRESS', 'REVIEW', 'BLOCKED']);

async function asAgent(world: World, command: AgentCommand): Promise<void> {
  const { store } = world;
  if (command.do === 'minutes') return world.advance(61_000);
  if (command.do === 'loseServer') return world.panes.clear();
  const sessions = await store.client.session.findMany({
    where: { endedAt: null },
    include: { agent: { include: { task: true } } },
  });
  sessions.sort((a, b) => compare(a.agent.task?.title ?? '', b.agent.task?.title ?? ''));
  const session = pick(sessions, command.n);
  const task = session?.agent.task;
  if (!session || !task) return;
  const move = (to: 'REVIEW' | 'BLOCKED' | 'IN_PROGRESS' | 'COMPLETED') =>
    store.write((tx) => transitionTask(tx, { id: task.id, to, actor: 'system' }));
  switch (command.do) {
    case 'endTurn':
      await store.write((tx) => updateSession(tx, session.id, { turnState: 'IDLE' }));
      return;
    case 'sayBlocked':
      world.advance(1000);
      await store.write((tx) =>
        updateSession(tx, session.id, { turnState: 'BUSY', lastAssistantText: 'I tried.\nBLOCKED: no key' }),
      );
      world.advance(1000);
      await store.write((tx) => updateSession(tx, session.id, { turnState: 'IDLE' }));
      return;
    case 'submit':
      if (task.parentId !== null && task.state === 'IN_PROGRESS') await move('REVIEW');
      return;
    case 'approve':
      if (task.state === 'REVIEW') await move('COMPLETED');
      return;
    case 'block':
      if (task.state === 'IN_PROGRESS') await move('BLOCKED');
      return;
    case 'unblock':
      if (task.state === 'BLOCKED') await move('IN_PROGRESS');
      return;
    case 'die': {
      const pane = world.panes.get(session.tmuxName);
      if (pane) world.panes.set(session.tmuxName, { ...pane, dead: true, exitStatus: 1 });
      return;
    }
    case 'vanish':
      world.panes.delete(session.tmuxName);
      return;
    case 'loseWorktree':
      world.worktrees.delete(task.worktreePath);
      return;
    case 'loseBranch':
      world.branches.delete(task.branchName);
      return;
    case 'loseFiles':
      world.bare.add(session.agentId);
      return;
  }
}

function pick<T>(items: readonly T[], n: number): T | undefined {
  return items.length === 0 ? undefined : items[n % items.length];
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
