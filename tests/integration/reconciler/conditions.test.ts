import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '@/backend/clients/home/new_id';
import { CONDITION_TYPES, type ConditionType } from '@/backend/domain/condition/condition_type';
import { STUCK_TRIES } from '@/backend/domain/delivery/stuck_tries';
import { FactoryError } from '@/backend/domain/errors';
import { forgetInngest } from '@/backend/inngest/forget_inngest';
import { setCondition } from '@/backend/resource_accessors/condition.accessor';
import { enqueueDelivery, markSeen } from '@/backend/resource_accessors/delivery.accessor';
import { getProject, updateProject } from '@/backend/resource_accessors/project.accessor';
import { updateSession } from '@/backend/resource_accessors/session.accessor';
import { transitionTask } from '@/backend/resource_accessors/task.accessor';
import { reportForge } from '@/backend/services/forge/report_forge';
import type { Key } from '@/backend/services/reconciler/key';
import { parkAgent } from '@/backend/services/reconciler/park_agent';
import { recordFailure, recordRecovery } from '@/backend/services/reconciler/record_failure';
import { SYSTEM_ID } from '@/backend/services/reconciler/runners/system';
import { cancelTask } from '@/backend/services/task/cancel_task';
import { pauseTask } from '@/backend/services/task/pause_task';
import { retryTask } from '@/backend/services/task/retry_task';
import type { TaskState } from '@/shared/task';
import { addProject, perform } from '../../support/reconciler/commands';
import { type Driver, drive, FAITHFUL, touchAll } from '../../support/reconciler/drive';
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
  await perform(world, projectId, { by: 'user', do: 'createSubtask', n: 0, after: 0 });
  await driver.converge();
});
afterEach(() => world.close());

type Way = [words: string, go: () => Promise<unknown>];
/** What brings it about, and every way in which its cause goes away. */
type Case = { say(): Promise<unknown>; ways: Way[] };

/** t000 is the epic, t001 its subtask at work, t002 waits for t001. A type without a case does not compile. */
const CASES: Record<ConditionType, Case> = {
  CrashLoop: {
    async say() {
      for (let n = 0; n < 3; n++) {
        await perform(world, projectId, { by: 'agent', do: 'die', n: 1 });
        await driver.converge();
        world.advance(30_000);
        await driver.converge();
      }
    },
    ways: [
      ['it is tried again', () => retry('t001')],
      [
        'someone takes it up by hand, when the crashes are long ago',
        async () => {
          world.advance(11 * MINUTE);
          await move('t001', 'PENDING');
        },
      ],
    ],
  },
  TimedOut: {
    say: () => move('t001', 'FAILED').then(() => say('TASK', 't001', 'TimedOut')),
    ways: [
      ['it is tried again', () => retry('t001')],
      ['someone takes it up by hand', () => move('t001', 'IN_PROGRESS')],
    ],
  },
  Stalled: {
    say: () => turn('IDLE').then(() => say('TASK', 't001', 'Stalled')),
    ways: [
      ['its agent works again', () => turn('BUSY')],
      ['its work is submitted', () => move('t001', 'REVIEW')],
      ['it is cancelled', () => cancel('t001')],
    ],
  },
  DependencyFailed: {
    say: () => move('t001', 'FAILED').then(() => driver.converge()),
    ways: [
      ['what it waits for is tried again', () => retry('t001')],
      ['it is cancelled', () => cancel('t002')],
    ],
  },
  SetupFailed: {
    say: () => setUp('make').then(() => say('TASK', 't001', 'SetupFailed')),
    ways: [
      ['there is no such command any more', () => setUp(null)],
      ['it is cancelled', () => cancel('t001')],
    ],
  },
  MergeDeferred: {
    say: () => approve().then(() => say('TASK', 't000', 'MergeDeferred')),
    ways: [
      ['the approval is void', () => endMerges('VOID')],
      ['it lands', () => endMerges('LANDED')],
    ],
  },
  DeliveryStuck: {
    say: () => stick().then(() => say('AGENT', 't001', 'DeliveryStuck')),
    ways: [
      ['it is seen', () => seeAll()],
      ['its agent ends', () => cancel('t001')],
    ],
  },
  UsageLimit: {
    say: () => park('usage_limit'),
    ways: [
      ['the time is over', async () => world.advance(91 * MINUTE)],
      ['its agent ends', () => cancel('t001')],
    ],
  },
  ProviderUnavailable: {
    say: () => park('not_logged_in'),
    ways: [
      ['the time is over', async () => world.advance(91 * MINUTE)],
      ['it is tried again', () => retry('t001')],
      [
        'nobody wants it to run, and the time is over',
        async () => {
          await pauseTask({ store: world.store }, { taskId: (await row('t001')).id });
          world.advance(91 * MINUTE);
        },
      ],
    ],
  },
  ReconcileFailing: { say: () => fail('task', 't001'), ways: [recovery('task', 't001')] },
  WorktreeFailing: { say: () => fail('worktree', 't001'), ways: [recovery('worktree', 't001')] },
  MergeFailing: { say: () => fail('merge', 't000'), ways: [recovery('merge', 't000')] },
  DeliveryFailing: { say: () => fail('agent', 't001'), ways: [recovery('agent', 't001')] },
  ForgeUnavailable: {
    async say() {
      const failure = new FactoryError('UNAVAILABLE', 'GitHub is away.', 'Wait.');
      await reportForge(world.deps, await project(), { kind: 'failed', failure });
    },
    ways: [
      ['GitHub answers', async () => reportForge(world.deps, await project(), { kind: 'well' })],
      ['it is not there any more', async () => reportForge(world.deps, await project(), { kind: 'none' })],
    ],
  },
  InngestUnreachable: {
    say: () => say('SYSTEM', 'system', 'InngestUnreachable'),
    ways: [['it is not configured any more', () => forgetInngest({ store: world.store })]],
  },
  Unhealthy: {
    async say() {
      const { agentId } = await row('t001');
      const at = world.now();
      const old = { agentId, tmuxName: 'x', serverUrl: 'x', providerSessionId: 'x', resumed: false } as const;
      const when = { turnSince: at, startedAt: at, endedAt: at, endReason: 'crashed: x' };
      for (let n = 0; n < 10; n++) {
        const own = { id: newId(), marker: newId(), ordinal: 100 + n, turnState: 'IDLE' } as const;
        await world.store.client.session.create({ data: { ...old, ...when, ...own } });
      }
      await world.store.client.agent.update({ where: { id: agentId }, data: { crashesForgivenAt: at } });
      await driver.converge();
    },
    ways: [['nothing crashes for a while', async () => world.advance(61 * MINUTE)]],
  },
};

describe.each(CONDITION_TYPES.map((type) => ({ type, ...CASES[type] })))('$type', ({ type, say, ways }) => {
  it.each(ways.map(([words, go]) => ({ words, go })))('stands until $words', async ({ go }) => {
    await say();
    await look();
    expect(await held()).toContain(type);
    await go();
    await look();
    expect(await held()).not.toContain(type);
    const before = await writes();
    await touchAll(world);
    expect(await writes()).toEqual(before);
  });
});

async function held(): Promise<string[]> {
  const rows = await world.store.client.condition.findMany({ where: { status: true } });
  return rows.map((one) => one.type);
}

const writes = () => world.store.client.writeTurn.findMany();

/** As the reconciler does: everything once, and again for what that brought about. */
async function look(): Promise<void> {
  for (let n = 0; n < 4; n++) await touchAll(world);
}

async function row(title: string) {
  const found = await world.store.client.task.findFirstOrThrow({
    where: { title },
    include: { agents: { where: { retiredAt: null }, include: { sessions: { where: { endedAt: null } } } } },
  });
  return {
    id: found.id,
    agentId: found.agents[0]?.id ?? '',
    sessionId: found.agents[0]?.sessions[0]?.id ?? '',
  };
}

const project = () => getProject(world.store, projectId);

async function say(subjectKind: 'TASK' | 'AGENT' | 'SYSTEM', title: string, type: ConditionType) {
  const of = subjectKind === 'SYSTEM' ? null : await row(title);
  const subjectId = of === null ? SYSTEM_ID : subjectKind === 'TASK' ? of.id : of.agentId;
  const words = { status: true, reason: 'test', message: 'It is so.' };
  await world.store.write((tx) =>
    setCondition(tx, { id: newId(), subjectKind, subjectId, type, ...words }, {}),
  );
}

async function move(title: string, to: TaskState): Promise<void> {
  const { id } = await row(title);
  await world.store.write((tx) => transitionTask(tx, { id, to, actor: 'system' }));
}

async function retry(title: string) {
  return retryTask({ store: world.store, newId }, { taskId: (await row(title)).id });
}

async function cancel(title: string) {
  return cancelTask({ store: world.store, newId }, { taskId: (await row(title)).id });
}

async function turn(turnState: 'IDLE' | 'BUSY'): Promise<void> {
  const { sessionId } = await row('t001');
  await world.store.write((tx) => updateSession(tx, sessionId, { turnState }));
}

function setUp(setupCommand: string | null) {
  return world.store.write((tx) => updateProject(tx, projectId, { setupCommand }));
}

const notify = async (_tx: unknown, fact: World['facts'][number]) => {
  world.facts.push(fact);
};

async function park(kind: 'usage_limit' | 'not_logged_in'): Promise<void> {
  const { agentId } = await row('t001');
  const until = new Date(world.now().getTime() + 90 * MINUTE);
  const death =
    kind === 'usage_limit'
      ? ({ kind, message: 'Out of quota.', until } as const)
      : ({ kind, message: 'Signed out.', next: 'Sign in.' } as const);
  await parkAgent({ store: world.store, newId, notify }, { agentId, death });
}

async function stick(): Promise<void> {
  const { agentId } = await row('t001');
  await world.store.write(async (tx) => {
    const { id } = await enqueueDelivery(tx, { id: newId(), agentId, kind: 'MAIL', body: 'Hello.' });
    await tx.client.delivery.update({ where: { id }, data: { tries: STUCK_TRIES } });
  });
}

async function seeAll(): Promise<void> {
  const unseen = await world.store.client.delivery.findMany({ where: { state: 'QUEUED' } });
  await world.store.write(async (tx) => {
    for (const { id } of unseen) await markSeen(tx, id);
  });
}

async function approve(): Promise<void> {
  const [epic, task] = [await row('t000'), await row('t001')];
  const at = world.now();
  const sha = '0'.repeat(40);
  const when = { createdAt: at, updatedAt: at };
  await world.store.client.pullRequest.create({
    data: {
      id: 'pr',
      projectId,
      taskId: task.id,
      number: 1,
      kind: 'SUBTASK',
      state: 'OPEN',
      title: 'x',
      body: '',
      headBranch: 'a',
      baseBranch: 'b',
      headSha: sha,
      baseSha: sha,
      conflictFiles: [],
      ...when,
    },
  });
  await world.store.client.mergeRequest.create({
    data: {
      id: 'merge',
      epicId: epic.id,
      taskId: task.id,
      pullRequestId: 'pr',
      approvedSha: sha,
      state: 'QUEUED',
      ordinal: 1,
      journal: {},
      conflictFiles: [],
      ...when,
    },
  });
}

function endMerges(state: 'VOID' | 'LANDED') {
  return world.store.client.mergeRequest.updateMany({ data: { state } });
}

async function keyFor(kind: 'task' | 'worktree' | 'merge' | 'agent', title: string): Promise<Key> {
  const { id, agentId } = await row(title);
  return `${kind}:${kind === 'agent' ? agentId : id}`;
}

async function fail(kind: 'task' | 'worktree' | 'merge' | 'agent', title: string): Promise<void> {
  const key = await keyFor(kind, title);
  await recordFailure(world.deps, { key, failures: 1, dueAt: world.now(), error: new Error('no') });
}

function recovery(kind: 'task' | 'worktree' | 'merge' | 'agent', title: string): Way {
  return ['it works again', async () => recordRecovery(world.deps, await keyFor(kind, title))];
}
