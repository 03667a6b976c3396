import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '@/backend/clients/home/new_id';
import { enqueueDelivery } from '@/backend/resource_accessors/delivery.accessor';
import { endSession, updateSession } from '@/backend/resource_accessors/session.accessor';
import { transitionTask } from '@/backend/resource_accessors/task.accessor';
import { parkAgent } from '@/backend/services/reconciler/park_agent';
import { retryTask } from '@/backend/services/task/retry_task';
import { addProject, perform } from '../../support/reconciler/commands';
import { type Driver, drive, FAITHFUL, undone } from '../../support/reconciler/drive';
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

const notify = async (_tx: unknown, fact: World['facts'][number]) => {
  world.facts.push(fact);
};

async function task(title = 't001') {
  const row = await world.store.client.task.findFirstOrThrow({
    where: { title },
    include: {
      agents: {
        where: { retiredAt: null },
        include: { sessions: { orderBy: { ordinal: 'asc' } }, deliveries: true },
      },
      executions: { orderBy: { attempt: 'asc' } },
    },
  });
  const [agent] = row.agents;
  if (!agent) throw new Error(`${title} has no agent`);
  return { ...row, agent, session: agent.sessions.find((one) => one.endedAt === null) ?? null };
}

async function conditions(): Promise<string[]> {
  const rows = await world.store.client.condition.findMany({ where: { status: true } });
  return rows.map((row) => row.type).sort();
}

/** Time goes by; agents that work give signs of life. */
async function pass(ms: number): Promise<void> {
  world.advance(ms);
  for (const [name, pane] of world.panes) world.panes.set(name, { ...pane, lastOutputAt: world.now() });
  await driver.converge();
}

async function endTurn(title: string, lastAssistantText = 'Done for now.'): Promise<void> {
  const { session } = await task(title);
  if (!session) throw new Error('no session');
  await world.store.write((tx) => updateSession(tx, session.id, { turnState: 'IDLE', lastAssistantText }));
  await driver.converge();
}

async function crash(title = 't001'): Promise<void> {
  const { agent } = await task(title);
  const pane = world.panes.get(agent.tmuxName);
  if (pane) world.panes.set(pane.name, { ...pane, dead: true, exitStatus: 1 });
  await driver.converge();
}

describe('a clock that is set back', () => {
  const BACK = -8 * 60 * MINUTE;

  it('lets an agent that rests after a crash start again in its time', async () => {
    await crash();
    await crash();
    expect((await task()).session).toBeNull();
    await pass(BACK);
    expect((await task()).session?.ordinal).toBe(3);
  });

  it('lets an agent rest on whose provider refused', async () => {
    const { agent } = await task();
    await parkAgent(
      { ...world.deps, notify },
      {
        agentId: agent.id,
        death: {
          kind: 'usage_limit',
          message: 'Limit.',
          until: new Date(world.now().getTime() + 30 * MINUTE),
        },
      },
    );
    await crash();
    await pass(BACK);
    expect((await task()).session).toBeNull();
    await pass(-BACK + 31 * MINUTE);
    expect((await task()).session).not.toBeNull();
  });

  it('reminds an agent that left its work, and not without end', async () => {
    await endTurn('t001');
    const sent = async () => (await task()).agent.deliveries.filter(({ kind }) => kind === 'NUDGE').length;
    await pass(BACK);
    expect(await sent()).toBe(1);
    await endTurn('t001');
    await pass(MINUTE);
    expect(await sent()).toBe(1);
  });
});

describe('crashes', () => {
  it.each(['BUSY', 'IDLE'] as const)(
    'tells an agent to go on that was cut off in a turn, also when the server died before it had recorded that: %s',
    async (turnState) => {
      const { agent, session } = await task();
      world.panes.delete(agent.tmuxName);
      await world.store.write(async (tx) => {
        await updateSession(tx, session?.id ?? '', { turnState });
        await endSession(tx, session?.id ?? '', {
          exitStatus: 1,
          reason: 'crashed: it was killed',
          scrollbackPath: null,
        });
      });
      await driver.converge();
      const now = await task();
      expect(now.session?.ordinal).toBe(2);
      expect(now.agent.deliveries.filter(({ kind }) => kind === 'NUDGE')).toHaveLength(
        turnState === 'BUSY' ? 1 : 0,
      );
    },
  );

  it('restarts at once, then later, then gives up with mail, a condition and a notification, until Retry', async () => {
    await crash();
    expect((await task()).session?.ordinal).toBe(2);
    await crash();
    expect((await task()).session).toBeNull();
    expect((await task()).agent.executionState).toBe('CRASHED');
    await pass(5000);
    expect((await task()).session?.ordinal).toBe(3);
    await crash();
    expect(await task()).toMatchObject({ state: 'FAILED', session: null, executions: [{ state: 'FAILED' }] });
    expect(await conditions()).toEqual(['CrashLoop']);
    expect(world.facts).toMatchObject([{ kind: 'task_failed', forced: true }]);
    const supervisor = (await task('t000')).agent;
    expect(supervisor.deliveries.some((one) => one.body.includes('failed'))).toBe(true);

    await pass(3 * MINUTE);
    expect((await task()).session).toBeNull();
    await retryTask({ store: world.store, newId }, { taskId: (await task()).id });
    await driver.converge();
    expect(await task()).toMatchObject({ state: 'IN_PROGRESS', session: { ordinal: 4 } });
    expect((await task()).executions.map((one) => one.state)).toEqual(['FAILED', 'RUNNING']);
    expect(await conditions()).toEqual([]);
  });

  it('a usage limit parks the agent until its reset and counts as no crash', async () => {
    const until = new Date(world.now().getTime() + 90 * MINUTE);
    world.death = { kind: 'usage_limit', message: 'Out of quota.', until };
    await crash();
    await pass(89 * MINUTE);
    expect((await task()).session).toBeNull();
    expect(await conditions()).toContain('UsageLimit');
    await pass(2 * MINUTE);
    expect((await task()).session?.ordinal).toBe(2);
    expect(await conditions()).not.toContain('UsageLimit');
    expect((await task()).state).toBe('IN_PROGRESS');
  });

  it('an agent whose turn was refused is left alone until then, and reminded afterwards', async () => {
    await endTurn('t001');
    const { agent } = await task();
    const until = new Date(world.now().getTime() + 30 * MINUTE);
    const death = { kind: 'usage_limit', message: 'Out of quota.', until } as const;
    await parkAgent({ store: world.store, newId, notify }, { agentId: agent.id, death });
    await pass(29 * MINUTE);
    expect((await task()).agent.deliveries).toHaveLength(1);
    await pass(4 * MINUTE);
    expect((await task()).agent.deliveries.map((one) => one.kind)).toEqual(['PROMPT', 'NUDGE']);
    expect(await conditions()).toEqual([]);
  });

  it('says once that nobody is signed in, and not at every try of every agent', async () => {
    const death = { kind: 'not_logged_in', message: 'Nobody is signed in.', next: 'Sign in.' } as const;
    const park = async () => {
      for (const title of ['t000', 't001']) {
        const { agent } = await task(title);
        await parkAgent({ ...world.deps, notify }, { agentId: agent.id, death });
      }
    };
    await park();
    await pass(11 * MINUTE);
    await park();
    expect(await world.store.client.mail.count({ where: { toParty: 'HUMAN' } })).toBe(0);
    const facts = world.facts.filter(({ kind }) => kind === 'critical');
    expect(new Set(facts.map(({ fact }) => fact)).size).toBe(1);
    expect(facts[0]).toMatchObject({ forced: true, body: 'Sign in.' });
  });

  it('a turn without any sign of life is hung and restarted; a quiet one that draws on its screen is not', async () => {
    await pass(21 * MINUTE);
    expect((await task()).session?.ordinal).toBe(1);
    world.advance(21 * MINUTE);
    await driver.converge();
    const now = await task();
    expect(now.session?.ordinal).toBe(2);
    expect(now.agent.sessions[0]?.endReason).toMatch(/^hung:/);
    expect(now.agent.deliveries.map((one) => one.body)).toContain('About interrupted.');
  });

  it('many crashes anywhere make the system unhealthy, which is said once', async () => {
    for (let n = 0; n < 10; n++) {
      await world.store.client.agent.updateMany({ data: { crashesForgivenAt: world.now() } });
      await pass(61_000);
      await crash(n % 2 === 0 ? 't000' : 't001');
    }
    await pass(1000);
    expect(await conditions()).toContain('Unhealthy');
    expect(world.facts.filter((fact) => fact.kind === 'critical')).toHaveLength(1);
    await pass(61 * MINUTE);
    expect(await conditions()).not.toContain('Unhealthy');
  });
});

describe('limits', () => {
  it('fails an attempt that takes longer than it may', async () => {
    for (let n = 0; n < 24; n++) await pass(15 * MINUTE);
    expect(await task()).toMatchObject({
      state: 'FAILED',
      executions: [{ state: 'TIMEOUT' }],
      session: null,
    });
    expect(await conditions()).toContain('TimedOut');
  });

  it('understands a turn that ends with BLOCKED', async () => {
    world.advance(1000);
    await endTurn('t001', 'I looked everywhere.\n**BLOCKED:** there is no key.');
    expect(await task()).toMatchObject({ state: 'BLOCKED', stateReason: 'there is no key' });
    expect((await task('t000')).agent.deliveries.some((one) => one.body.includes('there is no key'))).toBe(
      true,
    );
  });

  it('knows that a blocked worker goes on once it has read an answer, and reminds it when it stops again', async () => {
    world.advance(1000);
    await endTurn('t001', 'BLOCKED: there is no key.');
    await pass(20 * MINUTE);
    expect(await task()).toMatchObject({ state: 'BLOCKED' });
    const { agent } = await task();
    await world.store.write((tx) =>
      enqueueDelivery(tx, { id: newId(), agentId: agent.id, kind: 'MAIL', body: 'It is in the safe.' }),
    );
    await driver.converge();
    expect(await task()).toMatchObject({ state: 'IN_PROGRESS', executions: [{}, { state: 'RUNNING' }] });
    world.advance(1000);
    await endTurn('t001', 'I have the key.');
    await pass(2.5 * MINUTE);
    expect((await task()).agent.deliveries.at(-1)).toMatchObject({ kind: 'NUDGE' });
    expect(await undone(world)).toEqual([]);
    world.advance(1000);
    await endTurn('t001', 'BLOCKED: the safe is locked.');
    expect(await task()).toMatchObject({ state: 'BLOCKED', stateReason: 'the safe is locked' });
    await pass(5 * MINUTE);
    expect(await task()).toMatchObject({ state: 'BLOCKED' });
  });

  it('lets no worker and supervisor block and answer each other for ever', async () => {
    const { agent } = await task();
    const answer = async () => {
      await world.store.write((tx) =>
        enqueueDelivery(tx, { id: newId(), agentId: agent.id, kind: 'MAIL', body: 'Try it again.' }),
      );
      await driver.converge();
    };
    for (let round = 1; round <= 4; round++) {
      world.advance(MINUTE);
      await endTurn('t001', `BLOCKED: there is still no key (${round}).`);
      expect((await task()).state).toBe('BLOCKED');
      await answer();
      expect((await task()).state).toBe('IN_PROGRESS');
    }
    world.advance(MINUTE);
    await endTurn('t001', 'BLOCKED: there is still no key (5).');
    expect(await task()).toMatchObject({
      state: 'FAILED',
      stateReason: expect.stringMatching(/^It was blocked 5 times within an hour.*no key \(5\)/),
      session: null,
    });
    expect(world.facts.filter((fact) => fact.kind === 'task_failed')).toHaveLength(1);
    expect((await task('t000')).agent.deliveries.at(-1)?.body).toContain('task.retry');
    expect(await undone(world)).toEqual([]);
    const { id } = await task();
    world.advance(MINUTE);
    await retryTask(world.deps, { taskId: id, note: 'Here is the key.' });
    await driver.converge();
    world.advance(MINUTE);
    await endTurn('t001', 'BLOCKED: it is the wrong key.');
    expect(await task()).toMatchObject({ state: 'BLOCKED', stateReason: 'it is the wrong key' });
  });

  it('reminds an agent that stopped, less and less often, then tells a person', async () => {
    await endTurn('t001');
    for (const [wait, reminders] of [
      [2, 1],
      [4, 2],
      [8, 3],
    ] as const) {
      await pass((wait - 0.5) * MINUTE);
      expect((await task()).agent.deliveries.filter((one) => one.kind === 'NUDGE')).toHaveLength(
        reminders - 1,
      );
      await pass(MINUTE);
      expect((await task()).agent.deliveries.filter((one) => one.kind === 'NUDGE')).toHaveLength(reminders);
      await endTurn('t001');
    }
    await pass(20 * MINUTE);
    expect(await conditions()).toContain('Stalled');
    expect(world.facts.filter((fact) => fact.kind === 'task_stalled')).toHaveLength(1);
    await pass(60 * MINUTE);
    expect((await task()).agent.deliveries.filter((one) => one.kind === 'NUDGE')).toHaveLength(3);
    expect(await undone(world)).toEqual([]);
  });

  it('reminds a supervisor of work that waits for review', async () => {
    await world.store.write(async (tx) => {
      const { id } = await tx.client.task.findFirstOrThrow({ where: { title: 't001' } });
      await transitionTask(tx, { id, to: 'REVIEW', actor: 'worker' });
    });
    await endTurn('t000');
    await pass(3 * MINUTE);
    expect((await task('t000')).agent.deliveries.map((one) => one.body)).toContain('About review.');
  });

  it('puts a worker that only waits to sleep, and wakes it for mail', async () => {
    const { id } = await task();
    await world.store.write((tx) => transitionTask(tx, { id, to: 'REVIEW', actor: 'worker' }));
    await endTurn('t001');
    await pass(61 * MINUTE);
    expect((await task()).agent.executionState).toBe('PAUSED');
    await world.store.write((tx) => transitionTask(tx, { id, to: 'IN_PROGRESS', actor: 'supervisor' }));
    await driver.converge();
    expect((await task()).agent.executionState).toBe('ACTIVE');
  });

  it('starts nobody on a machine that is short of memory, and goes on when it is not', async () => {
    const roomy = world.deps.ports.readMachine;
    world.deps.ports.readMachine = async () => ({ freeMemoryMb: 100, freeDiskMb: 100_000 });
    await perform(world, projectId, { by: 'user', do: 'createSubtask', n: 0, after: null });
    await driver.converge();
    expect(world.panes.size).toBe(2);
    world.deps.ports.readMachine = roomy;
    await pass(16_000);
    expect(world.panes.size).toBe(3);
  });
});
