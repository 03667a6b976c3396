import { setTimeout as sleep } from 'node:timers/promises';
import { FactoryError } from '@/backend/domain/errors';
import { readOpenSessions } from '@/backend/resource_accessors/observe/read_system';
import { listFailures } from '@/backend/resource_accessors/queue.accessor';
import { hasten } from '@/backend/resource_accessors/store/hasten';
import type { Deps } from '../deps';
import { forgetHistory } from '../orchestrator/forget_history';
import { recordTakeover } from '../orchestrator/record_takeover';
import { isAction } from './actions';
import { coalesce } from './coalesce';
import type { ReconcilerDeps } from './deps';
import { followChanges } from './follow_changes';
import type { ReconcilerHandle } from './handle';
import { keepWatch } from './keep_watch';
import { formatKey, type Key, keyOf, parseKey } from './key';
import { laneOf } from './lane_of';
import { keepLease, LEASE } from './lease';
import { observeAll } from './observe';
import { plan } from './plan';
import { planNow } from './plan_now';
import type { ReconcilerPorts } from './ports';
import { createQueue } from './queue';
import { reconcileKey } from './reconcile_key';
import { recordFailure, recordRecovery } from './record_failure';
import { repeatInBackground } from './repeat_in_background';
import { countStats } from './stats';

type Given = Pick<Deps, 'store' | 'clock' | 'newId' | 'log'>;

type ReconcilerOptions<D extends Given> = {
  serverUrl: string;
  /** Names this process among those that share the database. */
  holder: string;
  /** Binds the outside world to what it is given: a store that refuses to write once another is in charge. */
  bindPorts(deps: D): ReconcilerPorts;
  /** This process has just been put in charge. */
  onCharge?: () => void;
  sweepMs?: number | undefined;
  /** While false, changes wake nobody, as if every wake were lost. */
  hears?: () => boolean;
  watchPanesMs?: number;
  leaseTtlMs?: number;
  renewMs?: number;
  parallel?: number;
};

export type Reconciler = ReconcilerHandle & {
  stop(): Promise<void>;
  wake(key: Key): void;
  sweep(): Promise<void>;
  /** Resolves once nothing runs and nothing is ready. */
  settled(): Promise<void>;
};

const STOP_WITHIN_MS = 1000;
const FORGET_EVERY_MS = 10 * 60 * 1000;

/** Brings about what the rows ask for, until it is stopped. Returns at once; the first sweep has been started. */
export async function startReconciler<D extends Given>(
  deps: D,
  options: ReconcilerOptions<D>,
): Promise<Reconciler> {
  const lease = keepLease(deps, { holder: options.holder, ttlMs: options.leaseTtlMs });
  const guarded: D = { ...deps, store: lease.guard(deps.store) };
  const ports = options.bindPorts(guarded);
  const mine: ReconcilerDeps = {
    store: hasten(guarded.store),
    clock: deps.clock,
    newId: deps.newId,
    log: deps.log.child({ part: 'reconciler' }),
    serverUrl: options.serverUrl,
    watchedSince: keepWatch(deps.clock),
    // Keys that are looked at together share one listing.
    ports: { ...ports, observePanes: coalesce(ports.observePanes) },
  };
  const stats = countStats();
  const stopping = new AbortController();
  /** Taking charge may fail half-way (a locked database): it is then done again, not left at that. */
  let begun = true;
  let beginning = false;
  const { inBackground, repeat, stopRepeating } = repeatInBackground(mine.log);

  const queue = createQueue({
    clock: deps.clock,
    laneOf,
    lanes: { tasks: options.parallel ?? 6, worktrees: 4, deliveries: 8, merges: 2, shared: 2 },
    async run(key, outside) {
      const parsed = parseKey(key);
      if (parsed === null || !lease.state().inCharge) return { kind: 'done' };
      const began = performance.now();
      try {
        return await reconcileKey({ ...mine, outside }, parsed);
      } catch (error) {
        // Another process is in charge now and does this itself.
        if (error instanceof FactoryError && error.code === 'READ_ONLY') return { kind: 'done' };
        throw error;
      } finally {
        stats.ran(performance.now() - began);
      }
    },
    async onFailure(failure) {
      stats.failed();
      mine.log.warn({ key: failure.key, failures: failure.failures, err: failure.error }, 'a key failed');
      await recordFailure(mine, failure);
    },
    onRecovered: (key) => recordRecovery(mine, key),
    async onTerminal(key, reason) {
      mine.log.warn({ key, reason }, 'a key cannot go on');
    },
    onPanic: (error) => mine.log.error({ err: error }, 'the reconciler could not record what happened'),
  });

  async function sweep(): Promise<void> {
    if (!lease.state().inCharge) return;
    const began = performance.now();
    const at = deps.clock();
    const planned = plan(await observeAll(mine));
    for (const key of new Set(planned.filter(isAction).map((step) => step.key))) queue.wake(key, 'sweep');
    for (const step of planned) if (step.type === 'WAIT') queue.remind(step.key, step.until);
    stats.swept(at, performance.now() - began);
  }

  /** Much cheaper than a sweep, and often enough that a killed agent is missed within seconds. */
  async function watchPanes(): Promise<void> {
    mine.watchedSince();
    if (!lease.state().inCharge) return;
    const open = await readOpenSessions(deps.store);
    if (open.length === 0) return;
    const panes = await mine.ports.observePanes();
    const alive = new Set(panes.flatMap((pane) => (pane.alive && !pane.dead ? [pane.marker] : [])));
    for (const { marker, taskId } of open) {
      if (taskId !== null && !alive.has(marker)) queue.wake(keyOf.task(taskId), 'sweep');
    }
  }

  async function takeCharge(): Promise<void> {
    if (await lease.tick()) begun = false;
    if (!begun && !beginning && lease.state().inCharge) await begin();
  }

  async function begin(): Promise<void> {
    beginning = true;
    try {
      await takeOver();
      begun = true;
    } finally {
      beginning = false;
    }
  }

  async function takeOver(): Promise<void> {
    const fence = lease.state().fence;
    mine.log.info({ fence }, 'this server is in charge');
    options.onCharge?.();
    await recordTakeover(mine, { holder: options.holder, fence });
    await endLeftCommands();
    const failures = await listFailures(deps.store);
    queue.restore(
      failures.flatMap((item) => {
        const key = parseKey(item.key);
        return key === null ? [] : [{ key: formatKey(key), failures: item.failures, dueAt: item.dueAt }];
      }),
    );
    await sweep();
  }

  /** Before anything is run again in the same folders. One that cannot be ended must not keep us from all else. */
  async function endLeftCommands(): Promise<void> {
    try {
      const ended = await mine.ports.endLeftCommands();
      if (ended > 0) mine.log.info({ ended }, 'commands of an earlier server were ended');
    } catch (error) {
      mine.log.warn({ err: error }, 'commands of an earlier server could not be ended');
    }
  }

  const from = deps.store.tail.last();
  begun = !(await lease.tick());
  if (!begun) inBackground('taking charge', begin);
  const hears = () => lease.state().inCharge && options.hears?.() !== false;
  const following = followChanges(
    { store: deps.store, queue, hears, sweep, inBackground },
    { after: from, signal: stopping.signal },
  ).catch((error: unknown) => mine.log.error({ err: error }, 'the reconciler stopped following changes'));
  repeat(options.renewMs ?? LEASE.renewMs, 'renewing the lease', takeCharge);
  repeat(options.sweepMs ?? 30_000, 'the sweep', sweep);
  repeat(options.watchPanesMs ?? 2000, 'looking at the terminals', watchPanes);

  const forget = forgetHistory(mine);
  repeat(FORGET_EVERY_MS, 'forgetting what has passed', async () => {
    if (lease.state().inCharge) await forget();
  });

  return {
    async stop() {
      stopping.abort();
      stopRepeating();
      await following;
      // A test run or a setup command may take minutes. What it leaves behind is found by whoever is next.
      await Promise.race([queue.stop(), sleep(STOP_WITHIN_MS, undefined, { ref: false })]);
      await lease.release();
    },
    plan: (key) => planNow(mine, key),
    wake: (key) => queue.wake(key),
    sweep,
    settled: () => queue.settled(),
    lease: () => lease.state(),
    stats: () => ({ ...stats.read(), queue: queue.stats() }),
  };
}
