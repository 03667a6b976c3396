import { newId } from '@/backend/clients/home/new_id';
import { nameAgent } from '@/backend/domain/naming';
import type { Tx } from '@/backend/resource_accessors/store/store';
import { isAction } from '@/backend/services/reconciler/actions';
import { observeAll } from '@/backend/services/reconciler/observe';
import { plan } from '@/backend/services/reconciler/plan';
import { reconcileKey } from '@/backend/services/reconciler/reconcile_key';
import { makeWorld, SERVER_URL, type World } from '../support/reconciler/world';
import { addTestProject } from '../support/store';
import { type Figure, figure, median, percentile, timed } from './figure';

const MANY = 10_000;
const AGENTS = 1000;
const FEW = 100;

/** How the reconciler's cost grows with what there is. */
export async function benchReconciler(): Promise<Figure[]> {
  const few = await fill({ tasks: FEW, agents: 10 });
  const many = await fill({ tasks: MANY, agents: AGENTS });
  const figures = [await benchKey(few, many), await benchSweep(many)];
  await Promise.all([few.world.close(), many.world.close()]);
  return figures;
}

type Filled = { world: World; taskId: string };

/** Epics of ten subtasks each; the first so many tasks have an agent at work, the others are completed. */
async function fill(size: { tasks: number; agents: number }): Promise<Filled> {
  const world = await makeWorld();
  let taskId = '';
  await world.store.write(async (tx) => {
    const project = await addTestProject(tx);
    let epicId: string | null = null;
    for (let n = 0; n < size.tasks; n++) {
      const id = newId();
      const isEpic = n % 10 === 0;
      const live = n < size.agents;
      const folder = `/worktrees/${id}`;
      await tx.client.task.create({
        data: {
          id,
          projectId: project.id,
          parentId: isEpic ? null : epicId,
          title: `Task ${n}`,
          description: 'Do it.',
          state: live ? 'IN_PROGRESS' : 'COMPLETED',
          stateSince: tx.now,
          position: n,
          options: {},
          branchName: `factoryfactory/task-${id}`,
          baseBranch: 'main',
          worktreePath: folder,
          preparedAt: live ? tx.now : null,
          createdAt: tx.now,
          updatedAt: tx.now,
        },
      });
      if (isEpic) epicId = id;
      if (!live) continue;
      world.worktrees.add(folder);
      world.branches.add(`factoryfactory/task-${id}`);
      await addRunningAgent(tx, world, { projectId: project.id, taskId: id, isEpic });
      if (n === 1) taskId = id;
    }
  });
  // Branches of folders that were made a moment ago are not looked for; these are older.
  world.advance(60_000);
  // The orchestrator's row, which is made once.
  await reconcileKey(world.deps, { kind: 'system' });
  return { world, taskId };
}

async function addRunningAgent(
  tx: Tx,
  world: World,
  input: { projectId: string; taskId: string; isEpic: boolean },
): Promise<void> {
  const id = newId();
  const role = input.isEpic ? 'SUPERVISOR' : 'WORKER';
  const name = nameAgent({ id, role });
  const at = { createdAt: tx.now, updatedAt: tx.now };
  await tx.client.agent.create({
    data: {
      id,
      role,
      projectId: input.projectId,
      taskId: input.taskId,
      liveKey: `${input.taskId}:${role}`,
      provider: 'practice',
      permissionMode: 'auto',
      desiredExecutionState: 'ACTIVE',
      executionState: 'ACTIVE',
      tmuxName: name,
      providerSessionId: id,
      ...at,
    },
  });
  await tx.client.session.create({
    data: {
      id,
      agentId: id,
      ordinal: 1,
      tmuxName: name,
      marker: id,
      serverUrl: SERVER_URL,
      providerSessionId: id,
      resumed: false,
      turnState: 'BUSY',
      turnSince: tx.now,
      startedAt: tx.now,
      readyAt: tx.now,
    },
  });
  await tx.client.execution.create({
    data: {
      id,
      taskId: input.taskId,
      agentId: id,
      attempt: 1,
      state: 'RUNNING',
      queuedAt: tx.now,
      startedAt: tx.now,
    },
  });
  const pane = { name, marker: id, dead: false, exitStatus: null, alive: true, lastOutputAt: tx.now };
  world.panes.set(name, pane);
}

async function benchKey(few: Filled, many: Filled): Promise<Figure> {
  const run = async ({ world, taskId }: Filled) => {
    await forget(world);
    return timed(() => reconcileKey(world.deps, { kind: 'task', id: taskId }));
  };
  const samples = { few: [] as number[], many: [] as number[] };
  for (let n = 0; n < 80; n++) {
    // In turns, so that a busy moment of the machine meets both.
    samples.few.push(await run(few));
    samples.many.push(await run(many));
  }
  return figure({
    name: `one task reconciled among ${MANY}`,
    unit: 'ms',
    value: percentile(samples.many, 0.5),
    floor: percentile(samples.few, 0.5),
    floorOf: `the same among ${FEW}`,
    goal: '≤ 1.5×',
  });
}

async function benchSweep({ world }: Filled): Promise<Figure> {
  const writes = async () => JSON.stringify(await world.store.client.writeTurn.findMany());
  const value = await median(5, async () => {
    await forget(world);
    const before = await writes();
    const took = await timed(async () => {
      const actions = plan(await observeAll(world.deps)).filter(isAction);
      if (actions.length > 0) throw new Error(`The sweep found work: ${JSON.stringify(actions[0])}`);
    });
    if ((await writes()) !== before) throw new Error('The sweep wrote something.');
    return took;
  });
  return figure({
    name: `sweep over ${AGENTS} agents and ${MANY} tasks with nothing to do, 0 writes`,
    unit: 'ms',
    value,
    floor: 1000,
    floorOf: 'the second it may take',
    goal: '≤ 1×',
  });
}

/** What was read is remembered until it may have changed, which after a deletion everything may. */
async function forget({ store }: World): Promise<void> {
  await store.write((tx) => tx.client.setting.deleteMany({ where: { key: 'none' } }));
}
