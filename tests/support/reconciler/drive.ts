import { ENDED_STATES, isLegal } from '@/backend/domain/task/transitions';
import { listLiveSubtasks } from '@/backend/resource_accessors/observe/read_tasks';
import { isAction, type Planned } from '@/backend/services/reconciler/actions';
import { type Key, keyOf, parseKey } from '@/backend/services/reconciler/key';
import { concernsSubtasks, keysOf } from '@/backend/services/reconciler/keys_of';
import { observeAll } from '@/backend/services/reconciler/observe';
import { plan } from '@/backend/services/reconciler/plan';
import { reconcileKey } from '@/backend/services/reconciler/reconcile_key';
import { TaskState } from '@/shared/task';
import type { World } from './world';

/** How wakes reach the reconciler. `random` gives numbers in [0, 1). */
export type Schedule = {
  random(): number;
  /** Chance that a wake is lost, and that it comes twice. */
  lose: number;
  double: number;
};

export const FAITHFUL: Schedule = { random: () => 0, lose: 0, double: 0 };

export type Driver = {
  /** Runs some of the keys that are awake, a few at a time, in any order. */
  step(rounds: number): Promise<void>;
  /** Runs until nothing is left to do, with sweeps as the last resort. */
  converge(): Promise<void>;
};

const PARALLEL = 4;

export function drive(world: World, schedule: Schedule, after = 0): Driver {
  let cursor = after;
  const awake = new Set<Key>();

  async function hear(): Promise<void> {
    for (const event of world.store.tail.read(cursor, 100_000)) {
      cursor = event.seq;
      const epic = concernsSubtasks(event);
      const subtasks = epic === null ? [] : await listLiveSubtasks(world.store, epic);
      const keys = [...keysOf(event), ...subtasks.flatMap((id) => [keyOf.task(id), keyOf.worktree(id)])];
      for (const key of keys) if (schedule.random() >= schedule.lose) awake.add(key);
    }
  }

  async function round(): Promise<void> {
    await hear();
    const keys = shuffle([...awake], schedule).slice(0, PARALLEL);
    for (const key of keys) awake.delete(key);
    await Promise.all(
      keys.map(async (key) => {
        const parsed = parseKey(key);
        if (parsed === null) return;
        const outcome = await reconcileKey(world.deps, parsed);
        const again = schedule.random() < schedule.double ? await reconcileKey(world.deps, parsed) : outcome;
        if (again.kind === 'retryAfter' && again.ms <= 20) awake.add(key);
      }),
    );
    await checkNow(world);
  }

  return {
    async step(rounds) {
      for (let n = 0; n < rounds; n++) await round();
    },
    async converge() {
      for (let n = 0; n < 2000; n++) {
        await hear();
        if (awake.size > 0) {
          await round();
          continue;
        }
        const planned = await undone(world);
        if (planned.length === 0) return;
        for (const step of planned) awake.add(step.key);
      }
      throw new Error(`No fixpoint: ${JSON.stringify(await planAll(world), null, 1)}`);
    },
  };
}

/** Everything there is to look at, once each. */
export async function touchAll(world: World): Promise<void> {
  const [tasks, agents, projects] = await Promise.all([
    world.store.client.task.findMany({ select: { id: true } }),
    world.store.client.agent.findMany({ where: { retiredAt: null }, select: { id: true } }),
    world.store.client.project.findMany({ select: { id: true } }),
  ]);
  const keys: Key[] = [
    'system',
    ...tasks.flatMap(({ id }) => [keyOf.task(id), keyOf.worktree(id), keyOf.merge(id)]),
    ...agents.map(({ id }) => keyOf.agent(id)),
    ...projects.map(({ id }) => keyOf.project(id)),
  ];
  for (const key of keys) {
    const parsed = parseKey(key);
    if (parsed) await reconcileKey(world.deps, parsed);
  }
}

async function planAll(world: World): Promise<Planned[]> {
  return plan(await observeAll(world.deps));
}

/** What the reconciler would do now. A message for a busy agent waits for the end of its turn, the agent's affair. */
export async function undone(world: World): Promise<Planned[]> {
  const busy = await world.store.client.session.findMany({
    where: { endedAt: null, turnState: 'BUSY' },
    select: { agentId: true },
  });
  const ids = new Set(busy.map((session) => session.agentId));
  const planned = (await planAll(world)).filter(isAction);
  return planned.filter((step) => step.type !== 'DELIVER' || !ids.has(step.agentId));
}

function shuffle<T>(items: T[], { random }: Schedule): T[] {
  for (let n = items.length - 1; n > 0; n--) {
    const other = Math.floor(random() * (n + 1));
    const [a, b] = [items[n], items[other]];
    if (a !== undefined && b !== undefined) {
      items[n] = b;
      items[other] = a;
    }
  }
  return items;
}

/** What must hold at every moment: a task has at most one live agent, one open session and one terminal. */
async function checkNow(world: World): Promise<void> {
  const { client } = world.store;
  const open = await client.session.findMany({
    where: { endedAt: null },
    select: { marker: true, agent: { select: { taskId: true } } },
  });
  const live = await client.agent.findMany({
    where: { retiredAt: null, taskId: { not: null } },
    select: { taskId: true },
  });
  const panes = [...world.panes.values()].filter((pane) => !pane.dead);
  const counted = {
    'live agents': live.map((agent) => agent.taskId),
    'open sessions': open.map((session) => session.agent.taskId),
    terminals: panes.map((pane) => world.begun.get(pane.marker) ?? null),
  };
  for (const [what, tasks] of Object.entries(counted)) {
    const twice = tasks.filter((taskId, n) => tasks.indexOf(taskId) !== n);
    if (twice.length > 0) world.wrongs.push(`${twice.join()} has two ${what}`);
  }
}

/** Every change of state that ever was: legal by the table, and each from where the one before had led to. */
export async function illegalMoves(world: World): Promise<string[]> {
  const tasks = await world.store.client.task.findMany({ select: { id: true, parentId: true, state: true } });
  const parents = new Map(tasks.map((task) => [task.id, task.parentId]));
  const reached = new Map<string, TaskState>();
  const wrong = world.store.tail.read(0, 1_000_000).flatMap((event) => {
    if (event.kind !== 'task.state' || event.taskId === null) return [];
    const from = TaskState.parse(event.payload.from);
    const to = TaskState.parse(event.payload.to);
    const before = reached.get(event.taskId) ?? from;
    reached.set(event.taskId, to);
    const parent = parents.get(event.taskId) ?? (event.epicId === event.taskId ? null : event.epicId);
    const fits = before === from && isLegal({ from, to, isEpic: parent === null });
    return fits ? [] : [`${event.taskId}: ${before}, ${from} → ${to}`];
  });
  const silent = tasks.filter(({ id, state }) => (reached.get(id) ?? state) !== state);
  return [...wrong, ...silent.map(({ id, state }) => `${id}: ${reached.get(id)} became ${state} unsaid`)];
}

/** What it all came to, with names instead of ids: two runs that did the same give the same. */
export async function outcomeOf(world: World): Promise<unknown> {
  const tasks = await world.store.client.task.findMany({
    include: {
      agents: { where: { retiredAt: null }, include: { sessions: { where: { endedAt: null } } } },
      executions: { orderBy: { attempt: 'asc' } },
    },
    orderBy: { title: 'asc' },
  });
  return tasks.map((task) => ({
    title: task.title,
    state: task.state,
    deleted: task.deletedAt !== null,
    prepared: task.preparedAt !== null,
    worktree: world.worktrees.has(task.worktreePath),
    // A task that was over before it began has none.
    branch: ENDED_STATES.includes(task.state) || world.branches.has(task.branchName),
    open: task.executions
      .filter((row) => row.state === 'QUEUED' || row.state === 'RUNNING')
      .map((row) => row.state),
    agents: task.agents.map((agent) => ({
      role: agent.role,
      desired: agent.desiredExecutionState,
      is: agent.executionState,
      sessions: agent.sessions.length,
      pane:
        world.panes.get(agent.tmuxName)?.marker === agent.sessions[0]?.marker && agent.sessions.length > 0,
    })),
  }));
}
