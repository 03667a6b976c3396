import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { findMarkers } from '@/backend/agents/delivery/marker';
import { isCrash } from '@/backend/domain/crash/crash';
import { isLegal } from '@/backend/domain/task/transitions';
import { isAction } from '@/backend/services/reconciler/actions';
import { PracticeRecord } from '@/shared/practice';
import { TaskState } from '@/shared/task';
import { checkDoors } from './check_doors';
import type { House } from './house';
import type { ChaosPlan } from './plan';

/** What was noted while it ran. */
export type Seen = {
  commits: ReadonlySet<string>;
  /** The last event before the first fault that may cost an agent its session; null when there was none. */
  harmlessUntil: number | null;
};

type Check = (house: House, plan: ChaosPlan, seen: Seen) => Promise<string[]>;

/** What the design promises, asked of the rows, git, the disk and the server once everything is over. */
export const CHECKS: readonly Check[] = [
  checkStates,
  checkWork,
  checkAgreed,
  checkFixpoint,
  checkRestarts,
  checkDeliveries,
  checkCommits,
  checkTransitions,
  checkReviews,
  checkLeftovers,
  checkConditions,
  checkDoors,
];

/** Another look would do nothing: that nothing is written any more was waited for. */
async function checkFixpoint(house: House): Promise<string[]> {
  const planned = (await house.plan()).filter(isAction);
  return planned.map(({ type, key, reason }) => `still to be done: ${type} for ${key} (${reason})`);
}

/** A killed server, lost wakes, a held database and a moved clock are no reason to start an agent again. */
async function checkRestarts({ deps }: House, _plan: ChaosPlan, seen: Seen): Promise<string[]> {
  const events = deps.store.tail.read(0, 1_000_000);
  return events.flatMap(({ kind, seq, agentId, payload }) => {
    if (kind !== 'session.ended' || seq > (seen.harmlessUntil ?? seq)) return [];
    const reason = typeof payload.reason === 'string' ? payload.reason : '';
    const wasNeedless = isCrash(reason) || reason.startsWith('moved:');
    return wasNeedless ? [`agent ${agentId} lost its session for no reason: ${reason}`] : [];
  });
}

/** Nobody approves their own work: agents' reviews are those of the epic's supervisor. */
async function checkReviews({ deps }: House): Promise<string[]> {
  const { client } = deps.store;
  const [reviews, agents, tasks] = await Promise.all([
    client.review.findMany({ include: { pullRequest: true } }),
    client.agent.findMany(),
    client.task.findMany(),
  ]);
  return reviews.flatMap(({ agentId, verdict, pullRequest }) => {
    if (agentId === null) return [];
    const by = agents.find(({ id }) => id === agentId);
    const task = tasks.find(({ id }) => id === pullRequest.taskId);
    const isFit = by?.role === 'SUPERVISOR' && task?.parentId === by.taskId;
    return isFit ? [] : [`#${pullRequest.number} was given ${verdict} by agent ${agentId} (${by?.role})`];
  });
}

async function checkStates({ deps }: House): Promise<string[]> {
  const tasks = await deps.store.client.task.findMany();
  return tasks
    .filter((task) => task.state !== 'COMPLETED')
    .map((task) => `“${task.title}” is ${task.state} (${task.stateReason ?? 'no reason'})`);
}

async function checkWork({ git, repo }: House, plan: ChaosPlan): Promise<string[]> {
  const wanted = plan.epics.flatMap((epic) => Object.entries(epic.files));
  const found = await Promise.all(
    wanted.map(async ([file, content]) => {
      const is = await git(repo, 'show', `main:${file}`).catch(() => null);
      if (is === content.trimEnd()) return [];
      return [`main:${file} is ${is === null ? 'missing' : JSON.stringify(is)}`];
    }),
  );
  return found.flat();
}

/**
 * What two wrote at the same place is there from both, and nobody committed a conflict that was not resolved. Who began
 * when the other's had landed wrote over it, which is in the history then.
 */
async function checkAgreed({ git, repo }: House, plan: ChaosPlan): Promise<string[]> {
  const wanted = plan.epics.flatMap((epic) => Object.entries(epic.agreed));
  const found = await Promise.all(
    wanted.map(async ([file, lines]) => {
      const is = (await git(repo, 'show', `main:${file}`).catch(() => '')).split('\n');
      const isResolved = !is.some((line) => /^(<{7}|={7}|>{7})/.test(line));
      const lost: string[] = [];
      for (const line of lines.filter((one) => !is.includes(one))) {
        const log = await git(repo, 'log', '--no-merges', '--format=%h', `-S${line}`, 'main', '--', file);
        if (log.split('\n').length < 2) lost.push(line);
      }
      return isResolved && lost.length === 0
        ? []
        : [`main:${file} does not hold what both wrote: ${JSON.stringify(is)}`];
    }),
  );
  return found.flat();
}

async function checkCommits({ git, repo }: House, _plan: ChaosPlan, seen: Seen): Promise<string[]> {
  const reachable = new Set((await git(repo, 'rev-list', '--all')).split('\n'));
  return [...seen.commits].filter((sha) => !reachable.has(sha)).map((sha) => `commit ${sha} is on no ref`);
}

/** Each message once and in order, by the word of the agents' own transcripts. */
async function checkDeliveries(house: House): Promise<string[]> {
  const rows = await house.deps.store.client.delivery.findMany({ orderBy: { ordinal: 'asc' } });
  const wrong: string[] = [];
  for (const agentId of new Set(rows.map((row) => row.agentId))) {
    const mine = rows.filter((row) => row.agentId === agentId);
    const read = await readDeliveries(house, agentId);
    const place = new Map(mine.map((row) => [row.id, row.ordinal]));
    const order = read.map((id) => place.get(id) ?? -1);
    for (const row of mine) {
      const times = read.filter((id) => id === row.id).length;
      const about = `delivery ${row.id} (${row.kind} ${row.ordinal}) to agent ${agentId}`;
      if (times > 1) wrong.push(`${about} was read ${times} times`);
      if (row.state === 'SEEN' && times === 0) wrong.push(`${about} counts as seen and was not read`);
      if (row.state !== 'SEEN' && times > 0) wrong.push(`${about} was read and counts as ${row.state}`);
      if (row.state === 'QUEUED' || row.state === 'INJECTED') wrong.push(`${about} is still ${row.state}`);
    }
    if (order.some((ordinal, n) => ordinal <= (order[n - 1] ?? -1))) {
      wrong.push(`agent ${agentId} read its messages in the order ${order.join(', ')}`);
    }
  }
  return wrong;
}

async function readDeliveries(house: House, agentId: string): Promise<string[]> {
  const dir = path.join(house.home, 'agents', agentId, 'practice');
  const files = (await readdir(dir).catch(() => [])).filter((name) => name.endsWith('.jsonl'));
  const texts = await Promise.all(files.map((name) => readFile(path.join(dir, name), 'utf8')));
  return texts
    .flatMap((text) => text.split('\n'))
    .flatMap((line) => {
      const record = PracticeRecord.safeParse(parse(line));
      return record.success && record.data.type === 'prompt' ? findMarkers(record.data.text) : [];
    });
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

/** The event table tells each task's whole life; every step of it must be an arrow of the table. */
async function checkTransitions({ deps }: House): Promise<string[]> {
  const events = deps.store.tail.read(0, 1_000_000);
  const tasks = await deps.store.client.task.findMany();
  return tasks.flatMap((task) => {
    const isEpic = task.parentId === null;
    let state: TaskState = isEpic ? 'PLANNING' : 'PENDING';
    return events.flatMap((event) => {
      if (event.kind !== 'task.state' || event.taskId !== task.id) return [];
      const from = TaskState.parse(event.payload.from);
      const to = TaskState.parse(event.payload.to);
      const sound = from === state && isLegal({ from, to, isEpic });
      state = to;
      return sound ? [] : [`“${task.title}” went from ${from} to ${to} (event ${event.seq})`];
    });
  });
}

export async function checkLeftovers(house: House): Promise<string[]> {
  const { git, repo, deps, home } = house;
  const listed = await git(repo, 'worktree', 'list', '--porcelain');
  const worktrees = listed
    .split('\n')
    .filter((line) => line.startsWith('worktree '))
    .slice(1);
  const sessions = await deps.tmux.listSessions();
  const open = await deps.store.client.session.findMany({ where: { endedAt: null } });
  const live = await deps.store.client.agent.findMany({ where: { retiredAt: null, taskId: { not: null } } });
  const locks = (await readdir(path.join(repo, '.git'), { recursive: true })).filter((name) =>
    name.endsWith('.lock'),
  );
  const folders = await readdir(path.join(home, 'worktrees'), { recursive: true }).catch(() => []);
  const files = folders.filter((name) => name.split(path.sep).length > 1);
  return [
    ...worktrees.map((line) => `left behind: ${line}`),
    ...sessions.map(({ name }) => `left behind: terminal ${name}`),
    ...open.map(({ tmuxName }) => `left behind: open session of ${tmuxName}`),
    ...live.map(({ tmuxName }) => `left behind: agent ${tmuxName} is not retired`),
    ...locks.map((name) => `left behind: .git/${name}`),
    ...files.slice(0, 5).map((name) => `left behind: worktrees/${name}`),
  ];
}

export async function checkConditions({ deps }: House): Promise<string[]> {
  const { client } = deps.store;
  const [conditions, failing] = await Promise.all([
    client.condition.findMany({ where: { status: true } }),
    client.queueItem.findMany({ where: { failures: { gt: 0 } } }),
  ]);
  return [
    ...conditions.map(
      (one) => `condition ${one.type} of ${one.subjectKind} ${one.subjectId}: ${one.message}`,
    ),
    ...failing.map((one) => `key ${one.key} still fails: ${one.lastError}`),
  ];
}
