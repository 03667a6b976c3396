import { type ChildProcess, spawn } from 'node:child_process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { nameHolder } from '@/backend/services/reconciler/holder';
import { cancelTask } from '@/backend/services/task/cancel_task';
import { createEpic } from '@/backend/services/task/create_epic';
import { writeFiles } from '../../support/git';
import { startFactory } from '../../support/reconciler/start_factory';
import { type SessionWorld, startSessionWorld } from '../../support/sessions/start';
import { waitFor } from '../../support/wait_for';

/** Each takes a few seconds; 1 tries every boundary. */
const STRIDE = Number(process.env.KILL_STRIDE ?? 17);

let world: SessionWorld;
const children: ChildProcess[] = [];

beforeAll(async () => {
  world = await startSessionWorld();
});
afterAll(async () => {
  for (const child of children) if (child.exitCode === null) child.kill('SIGKILL');
  await world?.cleanup();
});

/** A server of its own on our database, git and tmux. `died` says how it went. */
async function startMortal(diesAt: number) {
  const [main] = await world.deps.store.client.$queryRaw<{ file: string }[]>`PRAGMA database_list`;
  const input = {
    database: main?.file,
    homeDir: world.deps.home.dir,
    practiceDir: world.tmux.dir,
    tmuxSocket: world.tmux.socketPath,
    tmuxConfig: world.tmux.configPath,
    serverUrl: world.deps.serverUrl,
    diesAt,
  };
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', 'tests/support/reconciler/mortal_server.ts', JSON.stringify(input)],
    {
      env: { NODE_ENV: 'test', PATH: process.env.PATH, ...world.git.env },
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  children.push(child);
  const died = new Promise<'died'>((resolve) => child.once('exit', () => resolve('died')));
  return {
    died,
    async stop() {
      child.stdin.end();
      await died;
    },
  };
}

async function look(epicId: string) {
  const { store, tmux } = world.deps;
  const task = await store.client.task.findUniqueOrThrow({ where: { id: epicId } });
  const agents = await store.client.agent.findMany({
    where: { taskId: epicId },
    include: { sessions: { where: { endedAt: null } } },
  });
  const live = agents.filter((agent) => agent.retiredAt === null);
  const names = new Set(agents.map((agent) => agent.tmuxName));
  const panes = (await tmux.listSessions()).filter((pane) => names.has(pane.name));
  const worktrees = (await world.deps.git.listWorktrees({ repo: world.repo })).filter(
    (one) => one.branch === task.branchName,
  );
  return { task, live, panes, worktrees, open: agents.flatMap((agent) => agent.sessions) };
}

function isWorking({ task, live, panes, worktrees, open }: Awaited<ReturnType<typeof look>>): boolean {
  const ready = open.length === 1 && open[0]?.readyAt !== null && panes[0]?.marker === open[0]?.marker;
  return (
    task.state === 'IN_PROGRESS' && live.length === 1 && ready && panes.length === 1 && worktrees.length === 1
  );
}

function isGone({ task, live, panes, worktrees, open }: Awaited<ReturnType<typeof look>>): boolean {
  return (
    task.preparedAt === null &&
    live.length === 0 &&
    panes.length === 0 &&
    worktrees.length === 0 &&
    open.length === 0
  );
}

/** Nobody looks on once it has died: what comes then is the next one's doing. */
async function comesBefore(
  died: Promise<unknown>,
  what: string,
  probe: () => Promise<boolean>,
): Promise<boolean> {
  let over = false;
  void died.then(() => {
    over = true;
  });
  const outcome = await waitFor(`${what}, or its death`, async () => {
    if (over) return 'died';
    return (await probe()) && 'came';
  });
  return outcome === 'came';
}

it('a server killed at any boundary, on real git and tmux, leaves what the next one puts right', {
  timeout: 900_000,
}, async () => {
  const project = await world.deps.store.client.project.findFirstOrThrow();
  const provider = { scenario: JSON.stringify({ mode: 'listen' }) };
  let survived = false;
  let deaths = 0;
  for (let diesAt = 1; !survived; diesAt += STRIDE) {
    const epic = await createEpic(world.deps, {
      parentId: null,
      projectId: project.id,
      title: `Dies at ${diesAt}`,
      description: 'Do it.',
      options: { supervisor: { provider: 'practice' }, provider },
    });
    const mortal = await startMortal(diesAt);
    const began = await comesBefore(mortal.died, 'work', async () => isWorking(await look(epic.id)));
    let ended = false;
    if (began) {
      await writeFiles(epic.worktreePath, { 'unsaved.txt': `${diesAt}\n` });
      await cancelTask(world.deps, { taskId: epic.id });
      ended = await comesBefore(mortal.died, 'the end', async () => isGone(await look(epic.id)));
    }
    if (ended) await mortal.stop();
    survived = ended;
    deaths += ended ? 0 : 1;

    const next = await startFactory(world, nameHolder());
    const fits = began ? isGone : isWorking;
    const words = async () =>
      JSON.stringify([diesAt, await look(epic.id), await next.plan(`task:${epic.id}`)], null, 1);
    await waitFor(`it to be put right after ${diesAt}`, async () => fits(await look(epic.id)), {
      instead: words,
    });
    if (!began) {
      await cancelTask(world.deps, { taskId: epic.id });
      await waitFor('the end', async () => isGone(await look(epic.id)), { instead: words });
    } else {
      const refs = await world.git.git(
        world.repo,
        'for-each-ref',
        '--format=%(refname)',
        'refs/factoryfactory',
      );
      const rescue = refs.split('\n').find((ref) => ref.includes(epic.id));
      expect(await world.git.git(world.repo, 'show', `${rescue}:unsaved.txt`)).toBe(String(diesAt));
    }
    await next.stop();
  }
  expect(deaths).toBeGreaterThan(2);
});
