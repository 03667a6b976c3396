import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { configArgs } from '@/backend/clients/git/core/environment';
import { newId } from '@/backend/clients/home/new_id';
import { followConfig } from '@/backend/clients/tmux/core/config';
import { nameAgent } from '@/backend/domain/naming';
import type { Tx } from '@/backend/resource_accessors/store/store';
import { isAction } from '@/backend/services/reconciler/actions';
import { bindWorldPorts } from '@/backend/services/reconciler/bind_world';
import { observeAll } from '@/backend/services/reconciler/observe';
import { plan } from '@/backend/services/reconciler/plan';
import { reconcileKey } from '@/backend/services/reconciler/reconcile_key';
import { startReconciler } from '@/backend/services/reconciler/start_reconciler';
import { bindSessionPorts } from '@/backend/services/session/bind_ports';
import { cancelTask } from '@/backend/services/task/cancel_task';
import { createEpic } from '@/backend/services/task/create_epic';
import { makeWorld, SERVER_URL, type World } from '../support/reconciler/world';
import type { SessionWorld } from '../support/sessions/start';
import { addTestProject } from '../support/store';
import { waitFor } from '../support/wait_for';
import { type Figure, figure, median, percentile, timed } from './figure';
import { startBenchWorld } from './start_world';

const MANY = 10_000;
const AGENTS = 1000;
const FEW = 100;
const STARTS = 21;

/** How the reconciler's cost grows with what there is, and how soon it acts. */
export async function benchReconciler(): Promise<Figure[]> {
  const few = await fill({ tasks: FEW, agents: 10 });
  const many = await fill({ tasks: MANY, agents: AGENTS });
  const figures = [await benchKey(few, many), await benchSweep(many)];
  await Promise.all([few.world.close(), many.world.close()]);
  return [...figures, ...(await benchStart())];
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
  const run = ({ world, taskId }: Filled) =>
    timed(() => reconcileKey(world.deps, { kind: 'task', id: taskId }));
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
  const before = await writes();
  const value = await median(5, () =>
    timed(async () => {
      const actions = plan(await observeAll(world.deps)).filter(isAction);
      if (actions.length > 0) throw new Error(`The sweep found work: ${JSON.stringify(actions[0])}`);
    }),
  );
  if ((await writes()) !== before) throw new Error('The sweep wrote something.');
  return figure({
    name: `sweep over ${AGENTS} agents and ${MANY} tasks with nothing to do, 0 writes`,
    unit: 'ms',
    value,
    floor: 1000,
    floorOf: 'the second it may take',
    goal: '≤ 1×',
  });
}

/** From the click to a terminal with the supervisor's program in it, against the bare git and tmux commands. */
async function benchStart(): Promise<Figure[]> {
  const world = await startBenchWorld();
  const { deps } = world;
  try {
    const project = await deps.store.client.project.findFirstOrThrow();
    const started = new Map<string, number>();
    const tmux: typeof deps.tmux = {
      ...deps.tmux,
      async startSession(input) {
        const result = await deps.tmux.startSession(input);
        started.set(input.cwd, performance.now());
        return result;
      },
    };
    const reconciler = await startReconciler(
      { ...deps, tmux },
      {
        serverUrl: deps.serverUrl,
        holder: 'bench',
        bindPorts: (given) => ({
          ...bindWorldPorts(given),
          ...bindSessionPorts(given),
          advanceMergeQueue: async () => ({ kind: 'done' }),
          notify: given.notify,
        }),
      },
    );
    const options = { supervisor: { provider: 'practice' }, worker: { provider: 'practice' } } as const;
    const once = async (): Promise<{ asked: number; created: number }> => {
      const asked = performance.now();
      const epic = await createEpic(deps, {
        parentId: null,
        projectId: project.id,
        title: 'Measured',
        description: 'x',
        options,
      });
      const created = performance.now();
      await waitFor('the terminal', () => started.has(epic.worktreePath));
      const end = started.get(epic.worktreePath) ?? 0;
      // Out of the way before the next one: a program that starts up takes a core for a while.
      await cancelTask(deps, { taskId: epic.id });
      await waitFor('the end of it', async () =>
        (await deps.tmux.listSessions()).every((one) => one.cwd !== epic.worktreePath || one.marker === null),
      );
      await reconciler.settled();
      return { asked: end - asked, created: end - created };
    };
    await once();
    await bare(world, 0);
    const samples = { asked: [] as number[], created: [] as number[], bare: [] as number[] };
    for (let n = 1; n <= STARTS; n++) {
      samples.bare.push(await bare(world, n));
      const { asked, created } = await once();
      samples.asked.push(asked);
      samples.created.push(created);
    }
    await reconciler.stop();
    const kinds = [
      ["epic created → supervisor's terminal exists", samples.created],
      ["epic asked for → supervisor's terminal exists, the epic's own commit with it", samples.asked],
    ] as const;
    const shares = [
      ['median', 0.5],
      ['fastest tenth', 0.1],
    ] as const;
    return kinds.flatMap(([name, values]) =>
      shares.map(([which, share]) =>
        figure({
          name: `${name}, ${which}`,
          unit: 'ms',
          value: percentile(values, share),
          floor: percentile(samples.bare, share),
          floorOf: 'the same git and tmux commands from a shell',
          goal: '≤ 1.5×',
        }),
      ),
    );
  } finally {
    await world.cleanup();
  }
}

/**
 * The least that it could cost: the same run of git and the same script for tmux, from a shell. Instead of an agent's
 * program it starts one that does nothing; how long an agent takes to boot is its own affair.
 */
async function bare(world: SessionWorld, n: number): Promise<number> {
  const name = `bare-${n}`;
  const folder = path.join(world.tmux.dir, 'bare', name);
  const script = path.join(world.tmux.dir, `${name}.tmux`);
  mkdirSync(path.dirname(folder), { recursive: true });
  const session = [
    `new-session -d -P -F '#{pane_pid}' -s ${name} -x 160 -y 48 -c ${folder} -- sleep 600`,
    `set-option -t =${name}: @bench ${name}`,
    `set-option -w -t =${name}: window-size manual`,
    `set-hook -w -t =${name}: pane-died 'detach-client -s =${name}'`,
  ];
  writeFileSync(script, `${followConfig(world.tmux.configPath)}\n${session.join(' ; ')}\n`);
  const commands = [
    `git -C ${world.repo} ${configArgs(false).join(' ')} worktree add --quiet --no-track -b ${name} ${folder} main`,
    `cd ${folder}`,
    `tmux -u -S ${world.tmux.socketPath} -f ${world.tmux.configPath} start-server ';' source-file - < ${script}`,
  ];
  const took = await timed(async () => {
    const { code, stderr } = await world.git.run('/bin/sh', ['-c', commands.join(' && ')]);
    if (code !== 0) throw new Error(`The floor could not be measured: ${stderr}`);
  });
  await world.tmux.raw('kill-session', '-t', name);
  await world.git.git(world.repo, 'worktree', 'remove', '--force', folder);
  return took;
}
