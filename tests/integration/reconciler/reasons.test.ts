import { afterEach, beforeEach, expect, it } from 'vitest';
import { clockTime } from '@/backend/domain/time/clock_time';
import { parkAgent } from '@/backend/services/reconciler/park_agent';
import { planNow } from '@/backend/services/reconciler/plan_now';
import { pauseTask } from '@/backend/services/task/pause_task';
import { addProject, perform } from '../../support/reconciler/commands';
import { type Driver, drive, FAITHFUL } from '../../support/reconciler/drive';
import { makeWorld, type World } from '../../support/reconciler/world';

const MINUTE = 60_000;

let world: World;
let driver: Driver;
let projectId: string;

beforeEach(async () => {
  world = await makeWorld();
  projectId = await addProject(world, 3);
  driver = drive(world, FAITHFUL);
  await perform(world, projectId, { by: 'user', do: 'createEpic' });
  await perform(world, projectId, { by: 'user', do: 'createSubtask', n: 0, after: null });
  await driver.converge();
});
afterEach(() => world.close());

async function task(title: string) {
  const row = await world.store.client.task.findFirstOrThrow({
    where: { title },
    include: { agents: { where: { retiredAt: null } } },
  });
  const [agent] = row.agents;
  if (!agent) throw new Error(`${title} has no agent`);
  return { ...row, agent };
}

async function reasonsOf(title: string): Promise<string> {
  const { id } = await world.store.client.task.findFirstOrThrow({ where: { title } });
  const planned = await planNow(world.deps, `task:${id}`);
  return planned.map(({ type, reason }) => `${type} ${reason}`).join('\n');
}

async function crash(title: string): Promise<void> {
  const { agent } = await task(title);
  const pane = world.panes.get(agent.tmuxName);
  if (pane) world.panes.set(pane.name, { ...pane, dead: true, exitStatus: 1 });
  await driver.converge();
}

const inTime = (ms: number) => clockTime(new Date(world.now().getTime() + ms), world.now());

it('says of a limit on time when it strikes and what averts it, not that it has struck', async () => {
  expect(await reasonsOf('t001')).toContain(
    `WAIT “t001” fails at ${inTime(360 * MINUTE)} unless it is done by then`,
  );
});

it('says why an agent rests: what its provider said, or that it crashed', async () => {
  const { agent } = await task('t001');
  await parkAgent(
    { ...world.deps, notify: async () => undefined },
    {
      agentId: agent.id,
      death: { kind: 'not_logged_in', message: 'Nobody is signed in.', next: 'Run claude and sign in.' },
    },
  );
  await crash('t001');
  expect(await reasonsOf('t001')).toMatch(
    /WAIT worker-\S+ starts again at \d\d:\d\d\. Nobody is signed in\. Run claude and sign in\./,
  );

  await crash('t000');
  await crash('t000');
  expect(await reasonsOf('t000')).toMatch(
    /WAIT supervisor-\S+ starts again at \d\d:\d\d\. It crashed twice in \d+ minutes/,
  );
});

it('says what a subtask waits for: others, or a free worker', async () => {
  await perform(world, projectId, { by: 'user', do: 'createSubtask', n: 0, after: 1 });
  for (let n = 0; n < 3; n++)
    await perform(world, projectId, { by: 'user', do: 'createSubtask', n: 0, after: null });
  await driver.converge();
  expect(await reasonsOf('t002')).toBe('HOLD “t002” waits for “t001” (IN_PROGRESS).');
  const others = { state: 'PENDING', title: { not: 't002' } } as const;
  const { title } = await world.store.client.task.findFirstOrThrow({ where: others });
  expect(await reasonsOf(title)).toMatch(
    new RegExp(`^HOLD “${title}” waits for a free worker: all 3 places of “.+” are taken\\.$`),
  );
});

it('lists what is paused, by whom, and how it goes on', async () => {
  const epic = await task('t000');
  await pauseTask(world.deps, { taskId: epic.id });
  await driver.converge();
  expect(await reasonsOf('t000')).toBe(
    'HOLD “t000” does not go on: it is paused by you. Press Resume on its page.',
  );
  expect(await reasonsOf('t001')).toContain(
    'its epic “t000” is paused by you. Press Resume on the page of the epic.',
  );
  const all = await planNow(world.deps);
  expect(all.map(({ reason }) => reason)).toContain(
    '“t000” does not go on: it is paused by you. Press Resume on its page.',
  );
});
