import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '@/backend/clients/home/new_id';
import { readHealth } from '@/backend/services/orchestrator/read_health';
import { renderMetrics } from '@/backend/services/orchestrator/render_metrics';
import { isHolderGone, nameHolder } from '@/backend/services/reconciler/holder';
import { keepLease } from '@/backend/services/reconciler/lease';
import { pauseTask } from '@/backend/services/task/pause_task';
import { parseMetrics } from '../../support/parse_metrics';
import { startFakeReconciler } from '../../support/reconciler/start_fake';
import { makeWorld, type World } from '../../support/reconciler/world';
import { addTestProject, addTestTask } from '../../support/store';
import { waitFor } from '../../support/wait_for';

let world: World;

beforeEach(async () => {
  world = await makeWorld();
});
afterEach(() => world.close());

function keeper(holder: string) {
  return keepLease({ store: world.store, clock: world.now }, { holder, ttlMs: 10_000 });
}

describe('the lease', () => {
  it('goes to one, is renewed, runs out, and shuts out whoever slept through it', async () => {
    const first = keeper('a');
    const second = keeper('b');
    expect(await first.tick()).toBe(true);
    expect(await second.tick()).toBe(false);
    expect(second.state()).toMatchObject({ inCharge: false, heldByOther: true, holder: 'a' });
    world.advance(6000);
    expect(await first.tick()).toBe(false);
    world.advance(6000);
    expect(await second.tick()).toBe(false);
    expect(first.state().inCharge).toBe(true);

    const asleep = first.guard(world.store);
    world.advance(11_000);
    expect(first.state()).toMatchObject({ inCharge: false, heldByOther: false });
    expect(await second.tick()).toBe(true);
    expect(second.state().fence).toBe(2);
    await expect(asleep.write((tx) => addTestProject(tx))).rejects.toMatchObject({ code: 'READ_ONLY' });
    expect(await world.store.client.project.count()).toBe(0);
    await second.guard(world.store).write((tx) => addTestProject(tx));
    expect(await first.tick()).toBe(false);
    await second.release();
    expect(await first.tick()).toBe(true);
  });

  it('is taken at once from a process that is no more', async () => {
    const dead = nameHolder().replace(`/${process.pid}/`, '/4194300/');
    expect([isHolderGone(dead), isHolderGone(nameHolder()), isHolderGone('elsewhere/4194300/x')]).toEqual([
      true,
      false,
      false,
    ]);
    expect(await keeper(dead).tick()).toBe(true);
    expect(await keeper(nameHolder()).tick()).toBe(true);
  });
});

const PROMISED = [
  'factory_tasks',
  'factory_sessions',
  'factory_deliveries',
  'factory_merge_requests',
  'factory_tokens_total',
  'factory_cost_usd_total',
];
const PROMISED_IN_CHARGE = ['factory_queue_depth', 'factory_reconcile_seconds'];

describe('a running reconciler', () => {
  it('acts on what happens, tells how it is, and rests when nothing does', async () => {
    const reconciler = await startFakeReconciler(world);
    const deps = { store: world.store, clock: world.now, reconciler: { current: reconciler } };
    try {
      const epic = await world.store.write(async (tx) => {
        const project = await addTestProject(tx);
        const made = await addTestTask(tx, { projectId: project.id });
        await addTestTask(tx, { projectId: project.id, parentId: made.id });
        return made;
      });
      await waitFor('two agents', () => world.panes.size === 2);
      // The subtasks of a held epic are held with it, without waiting for a sweep.
      await pauseTask({ store: world.store }, { taskId: epic.id });
      await waitFor('the pause', () => world.panes.size === 0);
      await waitFor('rest', async () => {
        await reconciler.settled();
        const { ready, running } = reconciler.stats().queue;
        return ready + running === 0;
      });
      const health = await readHealth(deps);
      expect(health).toMatchObject({
        status: 'healthy',
        role: 'in_charge',
        lease: { inCharge: true, holder: 'fake' },
        totals: { tasks: { IN_PROGRESS: 2 }, agents: { PAUSED: 2, ACTIVE: 1 } },
        failing: [],
      });
      expect(health.orchestratorId).not.toBeNull();
      const metrics = parseMetrics(await renderMetrics(deps));
      expect([...metrics.keys()]).toEqual(expect.arrayContaining([...PROMISED, ...PROMISED_IN_CHARGE]));
      const sample = (family: string, labels = '') => metrics.get(family)?.samples.get(`${family}${labels}`);
      expect(sample('factory_in_charge')).toBe(1);
      expect(sample('factory_tasks', '{state="in_progress"}')).toBe(2);
      expect(sample('factory_agents', '{state="paused"}')).toBe(2);
      expect(sample('factory_sessions', '{state="busy"}')).toBe(0);
      expect(sample('factory_deliveries', '{state="seen"}')).toBe(2);
      expect(sample('factory_queue_depth', '{state="ready"}')).toBe(0);
      const latency = metrics.get('factory_reconcile_seconds')?.samples;
      expect(latency?.get('factory_reconcile_seconds_count')).toBeGreaterThan(5);
    } finally {
      await reconciler.stop();
    }
    world.advance(60_000);
    const pagesOnly = { ...deps, reconciler: { current: null } };
    expect(await readHealth(pagesOnly)).toMatchObject({ status: 'nobody_in_charge', role: 'pages_only' });
    const metrics = parseMetrics(await renderMetrics(pagesOnly));
    expect([...metrics.keys()]).toEqual(expect.arrayContaining(PROMISED));
  });

  it('makes up for what it passed over while its lease had run out', async () => {
    const reconciler = await startFakeReconciler(world);
    try {
      await waitFor('the first look', () => reconciler.stats().sweeps === 1);
      world.advance(11_000);
      expect(reconciler.lease().inCharge).toBe(false);
      await world.store.write(async (tx) => {
        const project = await addTestProject(tx);
        await addTestTask(tx, { projectId: project.id });
      });
      // Long before the next sweep: with the lease comes a look at everything.
      await waitFor('its agent', () => world.panes.size === 1, { timeoutMs: 15_000 });
    } finally {
      await reconciler.stop();
    }
  });

  it('begins again when taking charge failed half-way', async () => {
    await world.store.write(async (tx) => {
      const project = await addTestProject(tx);
      await addTestTask(tx, { projectId: project.id });
    });
    let looks = 0;
    const reconciler = await startFakeReconciler(world, (ports) => ({
      ...ports,
      async observePanes() {
        if (++looks === 1) throw new Error('tmux says no');
        return ports.observePanes();
      },
    }));
    try {
      await waitFor('its agent', () => world.panes.size === 1, { timeoutMs: 15_000 });
    } finally {
      await reconciler.stop();
    }
  });

  it('one poisoned task delays no other, says why, keeps its backoff over a restart, and recovers', async () => {
    const fakes = world.deps.ports;
    let poisoned = '';
    const bind = (ports: typeof fakes): typeof fakes => ({
      ...ports,
      async prepareWorktree(input) {
        if (input.taskId === poisoned) throw new Error('the disk says no');
        return ports.prepareWorktree(input);
      },
    });
    let reconciler = await startFakeReconciler(world, bind);
    const { bad, good } = await world.store.write(async (tx) => {
      const project = await addTestProject(tx);
      const one = await addTestTask(tx, { projectId: project.id, id: newId() });
      poisoned = one.id;
      return { bad: one, good: await addTestTask(tx, { projectId: project.id }) };
    });
    await waitFor('the good one', () => world.worktrees.has(good.worktreePath) && world.panes.size === 1);
    const condition = await waitFor('the condition', () =>
      world.store.client.condition.findFirst({ where: { subjectId: bad.id, status: true } }),
    );
    expect(condition).toMatchObject({ type: 'WorktreeFailing', message: expect.stringContaining('disk') });
    await reconciler.stop();
    const [item] = await world.store.client.queueItem.findMany();
    expect(item).toMatchObject({ key: `worktree:${bad.id}` });

    reconciler = await startFakeReconciler(world, bind);
    await waitFor('the backoff', () => reconciler.stats().queue.failing === 1);
    poisoned = '';
    world.advance(60_000);
    reconciler.wake(`worktree:${bad.id}`);
    await waitFor('the recovery', () => world.panes.size === 2);
    await waitFor('the all-clear', async () => {
      const still = await world.store.client.condition.count({ where: { status: true } });
      return still === 0 && (await world.store.client.queueItem.count()) === 0;
    });
    await reconciler.stop();
  });
});
