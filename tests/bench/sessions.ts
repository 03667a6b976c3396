import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Provider } from '@/backend/agents/providers/provider';
import { bindWorldPorts } from '@/backend/services/reconciler/bind_world';
import { observeAll } from '@/backend/services/reconciler/observe';
import { bindSessionPorts } from '@/backend/services/session/bind_ports';
import type { SessionWorld } from '../support/sessions/start';
import { type Figure, figure, percentile, timed } from './figure';
import { addFiles, SIZES, startBenchWorld } from './start_world';

const STARTS = 31;
const SESSIONS = 100;
const LOOKS = 31;
/** What a quick round takes: what other programs do meanwhile falls on one side as on the other, but not evenly. */
const FAST = 0.1;
/** In place of the agent's program, whose own start is not ours to measure, on both sides. */
const IDLE = ['sleep', '600'] as const;

/** What a session costs over the bare commands: to start, and to look at a hundred of them. */
export async function benchSessions(): Promise<Figure[]> {
  const world = await startBenchWorld();
  try {
    const figures: Figure[] = [];
    for (const size of SIZES) {
      await addFiles(world, size.files);
      figures.push(...(await benchStart(world, size)));
    }
    return [...figures, ...(await benchObservation(world))];
  } finally {
    await world.cleanup();
  }
}

/** Everything as it is, but the program does nothing; `begun` says when the last one was in its terminal. */
function withIdleProgram(world: SessionWorld) {
  const { deps } = world;
  const real = deps.providers.practice;
  const practice: Provider = {
    ...real,
    launch: async (context) => ({ ...(await real.launch(context)), argv: IDLE }),
  };
  let begun = 0;
  const tmux: typeof deps.tmux = {
    ...deps.tmux,
    async startSession(input) {
      const started = await deps.tmux.startSession(input);
      begun = performance.now();
      return started;
    },
  };
  const ports = bindSessionPorts({ ...deps, tmux, providers: { ...deps.providers, practice } });
  return { ports, begun: () => begun };
}

async function benchStart(world: SessionWorld, size: (typeof SIZES)[number]): Promise<Figure[]> {
  const { ports, begun } = withIdleProgram(world);
  const samples = { ours: [] as number[], bare: [] as number[] };
  for (let n = 0; n <= STARTS; n++) {
    // In turns, so that a busy moment of the machine meets both. The first of each warms up.
    const bare = await startBare(world, `bare-${size.files}-${n}`);
    const { agent, task } = await world.addAgent({ prepare: false });
    const from = performance.now();
    // As the reconciler has it: the one key makes the folder while the other one gets the agent ready.
    await Promise.all([
      ports.prepareWorktree({ taskId: task.id }),
      ports.startSession({ agentId: agent.id }),
    ]);
    const ours = begun() - from;
    if (ours < 0) throw new Error('The session was not started.');
    await ports.stopSession({ agentId: agent.id, reason: 'stopped' });
    await world.git.git(world.repo, 'worktree', 'remove', '--force', task.worktreePath);
    if (n === 0) continue;
    samples.bare.push(bare);
    samples.ours.push(ours);
  }
  const name = `session started in ${size.name}, from no worktree to a program in its terminal`;
  const shares = [
    ['median', 0.5],
    ['fastest tenth', FAST],
  ] as const;
  return shares.map(([which, share]) =>
    figure({
      name: `${name}, ${which}`,
      unit: 'ms',
      value: percentile(samples.ours, share),
      floor: percentile(samples.bare, share),
      floorOf: 'git worktree add and tmux new-session by hand',
      goal: '≤ 1.5×',
    }),
  );
}

async function startBare(world: SessionWorld, name: string): Promise<number> {
  const folder = path.join(world.tmux.dir, 'bare', name);
  mkdirSync(path.dirname(folder), { recursive: true });
  const add = ['worktree', 'add', '--quiet', '-b', name, folder, 'main'];
  const took = await timed(async () => {
    const { code, stderr } = await world.git.run('git', add, { cwd: world.repo });
    if (code !== 0) throw new Error(`The floor could not be measured: ${stderr}`);
    await world.tmux.raw('new-session', '-d', '-s', name, '-c', folder, ...IDLE);
  });
  await world.tmux.raw('kill-session', '-t', name);
  await world.git.git(world.repo, 'worktree', 'remove', '--force', folder);
  return took;
}

async function benchObservation(world: SessionWorld): Promise<Figure[]> {
  const { deps, tmux } = world;
  const { ports } = withIdleProgram(world);
  for (let n = 0; n < SESSIONS; n++) {
    const { agent } = await world.addAgent();
    await ports.startSession({ agentId: agent.id });
  }
  const look = {
    ...deps,
    ports: {
      ...ports,
      ...bindWorldPorts(deps),
      advanceMergeQueue: async () => ({ kind: 'done' }) as const,
      notify: async () => {},
    },
    watchedSince: () => new Date(0),
  };
  const samples = { panes: [] as number[], all: [] as number[], bare: [] as number[] };
  for (let n = 0; n <= LOOKS; n++) {
    tmux.calls.length = 0;
    const panes = await timed(() => ports.observePanes());
    const all = await timed(() => observeAll(look));
    if (tmux.calls.length > 2) throw new Error(`Two looks took ${tmux.calls.length} calls of tmux.`);
    const bare = await timed(() => tmux.raw('list-panes', '-a'));
    if (n === 0) continue;
    samples.panes.push(panes);
    samples.all.push(all);
    samples.bare.push(bare);
  }
  const floor = percentile(samples.bare, FAST);
  const common = { unit: 'ms', floor, floorOf: 'one tmux list-panes by hand' } as const;
  return [
    figure({
      name: `the terminals of ${SESSIONS} sessions observed, in one call of tmux`,
      value: percentile(samples.panes, FAST),
      goal: 'at most 50 ms more',
      ...common,
    }),
    figure({
      name: `everything about ${SESSIONS} sessions observed: rows, folders, branches and terminals`,
      value: percentile(samples.all, FAST),
      goal: 'at most 50 ms more',
      ...common,
    }),
  ];
}
