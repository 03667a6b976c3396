import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findOpenPullRequest } from '@/backend/resource_accessors/pull_request.accessor';
import { listTasks } from '@/backend/resource_accessors/read/read_tasks';
import { landFinalPr } from '@/backend/services/merge/land_final_pr';
import { addProject } from '@/backend/services/project/add_project';
import { createEpic } from '@/backend/services/task/create_epic';
import { waitFor } from '../support/wait_for';
import { CHECKS, checkConditions, checkLeftovers } from './check';
import { settleIn } from './checkout';
import { causeFault } from './faults';
import { type House, openHouse, processesOf } from './house';
import { type ChaosPlan, type FaultKind, makePlan } from './plan';
import { agentProcesses, startWatch } from './watch';

export type SeedResult = {
  seed: number;
  violations: string[];
  faults: Partial<Record<FaultKind, number>>;
  /** Faults that found nothing to be done to, or no disk to fill. */
  idle: number;
  epics: number;
  subtasks: number;
  deliveries: number;
  commits: number;
  seconds: number;
  /** Its folder, kept where something was wrong. */
  kept: string | null;
};

const EPIC_WITHIN_MS = 300_000;
const TARGET_WITHIN_MS = 20_000;
/** A key that failed is looked at again within a minute. */
const SETTLED_WITHIN_MS = 90_000;
/** Longer than the pause between two sweeps, so that one of them had nothing to do. */
const QUIET_MS = 4000;

/** One factory, its epics, and everything that its seed does to them. */
export async function runSeed(input: {
  seed: number;
  epics: number;
  keep?: boolean;
  say: (line: string) => void;
  signal?: AbortSignal;
}): Promise<SeedResult> {
  const began = performance.now();
  const plan = makePlan(input);
  const house = await openHouse(input.seed);
  const say = (line: string) => {
    const text = `${((performance.now() - began) / 1000).toFixed(1).padStart(7)} s  ${line}`;
    appendFileSync(path.join(house.dir, 'story.txt'), `${text}\n`);
    input.say(text);
  };
  const violations: string[] = [];
  const happened: Happened = { faults: new Map(), idle: 0, harmlessUntil: null };
  const counts = { subtasks: 0, deliveries: 0, commits: 0 };
  try {
    const untouched = await settleIn(house, plan.checkout);
    const watch = startWatch(house);
    try {
      const epicIds = await begin(house, plan);
      let isHome = false;
      await unlessStopped(
        input.signal,
        Promise.all([
          disturb(house, plan, { happened, say, isOver: () => isHome }),
          bringHome(house, epicIds, say).then(() => {
            isHome = true;
          }),
        ]),
      );
      await settle(house);
    } finally {
      await watch.stop();
      violations.push(...watch.violations);
    }
    const seen = { commits: watch.commits, harmlessUntil: happened.harmlessUntil };
    for (const check of CHECKS) violations.push(...(await check(house, plan, seen)));
    violations.push(...(await untouched()), ...house.server.endedByItself(), ...(await endWell(house)));
    counts.commits = watch.commits.size;
    counts.subtasks = await house.deps.store.client.task.count({ where: { parentId: { not: null } } });
    counts.deliveries = await house.deps.store.client.delivery.count({ where: { state: 'SEEN' } });
  } catch (error) {
    violations.push(error instanceof Error ? error.message : String(error));
    violations.push(...house.server.endedByItself());
  }
  for (const violation of violations) say(`VIOLATION ${violation}`);
  const keep = (violations.length > 0 && input.signal?.aborted !== true) || input.keep === true;
  await house.close(keep);
  return {
    seed: input.seed,
    violations,
    faults: Object.fromEntries(happened.faults),
    idle: happened.idle,
    epics: plan.epics.length,
    ...counts,
    seconds: Math.round((performance.now() - began) / 100) / 10,
    kept: keep ? house.dir : null,
  };
}

type Happened = { faults: Map<FaultKind, number>; idle: number; harmlessUntil: number | null };

/** Agents go on through these as if nothing had been. */
const HARMLESS: ReadonlySet<FaultKind> = new Set([
  'kill_server',
  'hold_database',
  'drop_wakes',
  'jump_clock',
]);

/** Whoever stops it does not wait for the epics; everything is put away all the same. */
function unlessStopped(signal: AbortSignal | undefined, work: Promise<unknown>): Promise<unknown> {
  if (signal === undefined) return work;
  let stop: () => void = () => undefined;
  const stopped = new Promise((_, reject) => {
    stop = () => reject(new Error('It was stopped.'));
    signal.addEventListener('abort', stop);
  });
  return Promise.race([work, stopped]).finally(() => signal.removeEventListener('abort', stop));
}

async function begin({ deps, repo }: House, plan: ChaosPlan): Promise<string[]> {
  const practice = { provider: 'practice' as const };
  const project = await addProject(deps, {
    path: repo,
    defaultBranch: 'main',
    testCommand: 'test -f README.md',
    settings: { supervisor: practice, worker: practice, limits: { maxWorkers: 4, crashLimit: 20 } },
  });
  const ids: string[] = [];
  for (const { title, scenario } of plan.epics) {
    const options = { provider: { scenario: JSON.stringify(scenario) } };
    ids.push((await createEpic(deps, { projectId: project.id, parentId: null, title, options })).id);
  }
  return ids;
}

async function disturb(
  house: House,
  plan: ChaosPlan,
  { happened, say, isOver }: { happened: Happened; say: (line: string) => void; isOver: () => boolean },
): Promise<void> {
  if (plan.begins === 'with_an_agent') {
    while ((await agentProcesses(house)).length === 0 && !isOver()) await sleep(100);
  }
  const began = performance.now();
  for (const fault of plan.faults) {
    await sleep(Math.max(0, fault.at - (performance.now() - began)));
    if (!HARMLESS.has(fault.kind)) happened.harmlessUntil ??= house.deps.store.tail.last();
    say(`${fault.kind} …`);
    let done = await causeFault(house, fault);
    // On a busy machine there is nothing yet to do it to.
    const until = performance.now() + TARGET_WITHIN_MS;
    while (done === null && needsTarget(house, fault.kind) && performance.now() < until && !isOver()) {
      await sleep(100);
      done = await causeFault(house, fault);
    }
    say(`${fault.kind}: ${done ?? 'nothing to do it to'}`);
    if (done === null) happened.idle++;
    else happened.faults.set(fault.kind, (happened.faults.get(fault.kind) ?? 0) + 1);
  }
}

function needsTarget(house: House, kind: FaultKind): boolean {
  return kind !== 'fill_disk' || house.smallDisk;
}

/** What the human does: waits for the final pull requests and merges them, again when something was in the way. */
async function bringHome(house: House, epicIds: string[], say: (line: string) => void): Promise<void> {
  const { deps } = house;
  for (const epicId of epicIds) {
    let trouble = '';
    await waitFor(
      `epic ${epicId} to be completed`,
      async () => {
        await sleep(200);
        if (house.server.endedByItself().length > 0) throw new Error('The server is gone.');
        const [epic] = (await listTasks(deps.store, { parentId: null, limit: 100 })).filter(
          ({ id }) => id === epicId,
        );
        if (epic?.state === 'COMPLETED') return true;
        if (epic?.state !== 'REVIEW') return false;
        const pullRequest = await findOpenPullRequest(deps.store, epicId);
        if (pullRequest === null) return false;
        try {
          await landFinalPr(deps, { pullRequestId: pullRequest.id, actor: { kind: 'human' } });
        } catch (error) {
          trouble = error instanceof Error ? error.message : String(error);
          say(`the final pull request cannot be merged yet: ${trouble}`);
          await sleep(1000);
        }
        return false;
      },
      { timeoutMs: EPIC_WITHIN_MS, instead: async () => `${trouble}\n${await describe(house)}` },
    );
    say(`epic ${epicId} is completed`);
  }
}

/** Nothing runs, nothing is left, nothing is written any more. */
async function settle(house: House): Promise<void> {
  let last = -1;
  let since = Date.now();
  await waitFor(
    'quiet',
    async () => {
      await sleep(300);
      const seq = house.deps.store.tail.last();
      const running = await agentProcesses(house);
      const left = [...(await checkLeftovers(house)), ...(await checkConditions(house))];
      if (seq !== last || running.length > 0 || left.length > 0) {
        last = seq;
        since = Date.now();
      }
      return Date.now() - since > QUIET_MS;
    },
    { timeoutMs: SETTLED_WITHIN_MS, instead: () => describe(house) },
  ).catch(() => undefined);
}

/** The server stops when it is asked to, and then there is no process of this factory but its empty tmux. */
async function endWell(house: House): Promise<string[]> {
  const code = await house.server.stop();
  const wrong = code === 0 ? [] : [`the server stopped with ${code}`];
  await house.deps.tmux.killServer({ graceMs: 200 });
  const left = await processesOf(house.home);
  return [...wrong, ...left.map(({ pid, argv }) => `left behind: process ${pid} ${argv.join(' ')}`)];
}

/** What everybody waits for, as far as rows and screens tell. */
async function describe(house: House): Promise<string> {
  const { deps } = house;
  const tasks = await listTasks(deps.store, { limit: 1000 });
  const lines = tasks.map((task) => `${task.title}: ${task.state} ${task.stateReason ?? ''}`);
  const agents = await deps.store.client.agent.findMany({
    where: { retiredAt: null, parkedUntil: { not: null } },
  });
  const parked = agents.map(
    ({ tmuxName, parkedUntil }) => `${tmuxName} rests until ${parkedUntil?.toISOString()}`,
  );
  const sessions = await deps.tmux.listSessions().catch(() => []);
  const screens = await Promise.all(
    sessions.map(
      async ({ name }) =>
        `--- ${name}\n${await deps.tmux.capture({ name, historyLines: 30 }).catch(() => '(gone)')}`,
    ),
  );
  const said = [...lines, ...parked, ...(await checkConditions(house)), ...screens];
  return said.join('\n').replace(/\n\s*\n+/g, '\n');
}
