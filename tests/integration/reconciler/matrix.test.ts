import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listMerges } from '@/backend/resource_accessors/merge_request.accessor';
import { getProject, updateProject } from '@/backend/resource_accessors/project.accessor';
import { writeSetting } from '@/backend/resource_accessors/setting.accessor';
import { getTask, type Task, transitionTask } from '@/backend/resource_accessors/task.accessor';
import { addDependency } from '@/backend/resource_accessors/task_dependency.accessor';
import { integrationFolder } from '@/backend/services/merge/integration_folder';
import { parkAgent } from '@/backend/services/reconciler/park_agent';
import type { Reconciler } from '@/backend/services/reconciler/start_reconciler';
import { approveTask } from '@/backend/services/review/approve_task';
import { submitWork } from '@/backend/services/review/submit_work';
import { createEpic } from '@/backend/services/task/create_epic';
import { createSubtask } from '@/backend/services/task/create_subtask';
import { retryTask } from '@/backend/services/task/retry_task';
import { LIMITS_KEY, SystemLimits } from '@/shared/limits';
import { ProjectSettings } from '@/shared/project';
import type { TaskState } from '@/shared/task';
import { commitFiles } from '../../support/git';
import { startFactory } from '../../support/reconciler/start_factory';
import { type SessionWorld, startSessionWorld } from '../../support/sessions/start';
import { waitFor } from '../../support/wait_for';

/**
 * Every loss in every live state, on real git, tmux and agents. All states are there side by side in one house, so
 * that one blow hits them all at once, as the end of a tmux server does.
 */
type Situation =
  | 'epic PLANNING'
  | 'epic IN_PROGRESS'
  | 'epic BLOCKED'
  | 'epic REVIEW'
  | 'subtask PENDING, not begun'
  | 'subtask PENDING, to be tried again'
  | 'subtask IN_PROGRESS'
  | 'subtask BLOCKED'
  | 'subtask REVIEW'
  | 'subtask approved, in the merge queue';

type Row = {
  id: string;
  state: TaskState;
  /** Someone works on it: healed means back at work. Others get back what they lack when they go on. */
  runs: boolean;
  /** Its own commit, which no loss may take away. */
  sha: string;
};

const LISTEN = JSON.stringify({ mode: 'listen' });
const PATIENCE = { timeoutMs: 100_000, everyMs: 100 };

let world: SessionWorld;
let reconciler: Reconciler;
let hold: string;
const rows = new Map<Situation, Row>();

beforeAll(async () => {
  world = await startSessionWorld();
  hold = path.join(world.tmux.dir, 'hold');
  const { store } = world.deps;
  const project = await store.client.project.findFirstOrThrow();
  const practice = { provider: 'practice' };
  const limits = { maxWorkers: 10, crashLimit: 20 };
  await store.write((tx) =>
    updateProject(tx, project.id, {
      testCommand: `while [ -e '${hold}' ]; do sleep 0.05; done; test -f README.md`,
      settings: ProjectSettings.parse({ supervisor: practice, worker: practice, limits }),
    }),
  );
  reconciler = await startFactory(world);
  await furnish();
}, 300_000);
afterAll(async () => {
  await rm(hold, { force: true });
  await reconciler?.stop();
  await world?.cleanup();
});

async function furnish(): Promise<void> {
  const { deps } = world;
  const planning = await heldInPlanning();
  const [epic, blocked, review] = await Promise.all(['Goes on', 'Stuck', 'With the human'].map(startEpic));
  if (!epic || !blocked || !review) throw new Error('three were started');
  const move = (task: Task, to: TaskState) =>
    deps.store.write((tx) => transitionTask(tx, { id: task.id, to, actor: 'system' }));
  await keep('epic PLANNING', planning, { state: 'PLANNING', runs: false });
  await keep('epic IN_PROGRESS', epic, { state: 'IN_PROGRESS', runs: true });
  await keep('epic BLOCKED', await move(blocked, 'BLOCKED'), { state: 'BLOCKED', runs: true });
  await keep('epic REVIEW', await move(review, 'REVIEW'), { state: 'REVIEW', runs: true });

  const titles = ['Works', 'Waits for help', 'Submitted', 'Approved', 'Failed once'];
  const made = await Promise.all(titles.map((title) => addSubtask(epic, title, [])));
  await Promise.all(made.map(({ id }) => whenWorking(id)));
  const [working, stuck, submitted, approved, again] = made;
  if (!working || !stuck || !submitted || !approved || !again) throw new Error('five were made');
  await keep('subtask IN_PROGRESS', working, { state: 'IN_PROGRESS', runs: true });
  await keep('subtask BLOCKED', stuck, { state: 'BLOCKED', runs: true });
  await move(stuck, 'BLOCKED');
  await keep('subtask REVIEW', submitted, { state: 'REVIEW', runs: true });
  await keep('subtask approved, in the merge queue', approved, { state: 'REVIEW', runs: true });
  for (const task of [submitted, approved]) {
    const { agent } = await whenWorking(task.id);
    await submitWork(deps, { agentId: agent.id, summary: 'Done.' });
  }
  await keep('subtask PENDING, to be tried again', again, { state: 'PENDING', runs: false });
  await deps.store.write((tx) => addDependency(tx, { taskId: again.id, dependsOnId: working.id }));
  await move(again, 'FAILED');
  await waitFor('the worker of the failed one to stop', async () => !(await openSession(again.id)), PATIENCE);
  await retryTask(deps, { taskId: again.id });
  const fresh = await addSubtask(epic, 'Not begun', [working.id]);
  rows.set('subtask PENDING, not begun', { id: fresh.id, state: 'PENDING', runs: false, sha: '' });

  await writeFile(hold, '');
  await approveTask(deps, { actor: { kind: 'human' }, taskId: approved.id });
  await waitFor('its merge to be tested', async () =>
    existsSync(path.join(await mergeFolder(), 'README.md')),
  );
}

/** Its supervisor has everything but may not start: the provider has had enough for today. */
async function heldInPlanning(): Promise<Task> {
  const { deps } = world;
  const limit = (minFreeMemoryMb: number) =>
    deps.store.write((tx) =>
      writeSetting(tx, LIMITS_KEY, SystemLimits.parse({ minFreeMemoryMb, systemCrashLimit: 1000 })),
    );
  await limit(1_000_000);
  const epic = await createPracticeEpic('Cannot start');
  const agent = await waitFor('a supervisor that waits', async () => {
    const task = await getTask(deps.store, epic.id);
    return task.preparedAt && deps.store.client.agent.findFirst({ where: { taskId: epic.id } });
  });
  const until = new Date(Date.now() + 3_600_000);
  await parkAgent(deps, {
    agentId: agent.id,
    death: { kind: 'usage_limit', message: 'Out of quota.', until },
  });
  await limit(0);
  return epic;
}

async function createPracticeEpic(title: string): Promise<Task> {
  const project = await world.deps.store.client.project.findFirstOrThrow();
  const options = { provider: { scenario: LISTEN } };
  return createEpic(world.deps, { parentId: null, projectId: project.id, title, options });
}

async function startEpic(title: string): Promise<Task> {
  const epic = await createPracticeEpic(title);
  await whenWorking(epic.id);
  return epic;
}

async function addSubtask(epic: Task, title: string, dependsOn: string[]): Promise<Task> {
  const { agent } = await whenWorking(epic.id);
  const input = { agentId: agent.id, title, description: 'Do it.', acceptanceCriteria: '', dependsOn };
  return (await createSubtask(world.deps, { ...input, priority: 0 })).task;
}

/** Gives it a commit of its own. */
async function keep(situation: Situation, task: Task, row: Omit<Row, 'id' | 'sha'>): Promise<void> {
  const file = `${situation.replaceAll(/\W+/g, '-')}.txt`;
  const sha = await commitFiles(world.git, { repo: task.worktreePath, files: { [file]: 'work\n' } });
  rows.set(situation, { id: task.id, sha, ...row });
}

/** Where the approved work is tested. */
async function mergeFolder(): Promise<string> {
  const { id, projectId } = await getTask(world.deps.store, row('epic IN_PROGRESS').id);
  const project = await getProject(world.deps.store, projectId);
  return integrationFolder(world.deps, { epicId: id, project });
}

async function openSession(taskId: string) {
  return world.deps.store.client.session.findFirst({ where: { endedAt: null, agent: { taskId } } });
}

async function mergeOf(taskId: string) {
  return (await listMerges(world.deps.store, { taskIds: [taskId] })).at(-1);
}

/** Its one agent runs in its own pane, is ready, and has been told everything there was to tell. */
function whenWorking(taskId: string, not?: string) {
  const { store, tmux } = world.deps;
  return waitFor(
    `the agent of ${taskId} to work`,
    async () => {
      const agents = await store.client.agent.findMany({
        where: { taskId, retiredAt: null },
        include: { sessions: { where: { endedAt: null } }, deliveries: true },
      });
      const [agent] = agents;
      const session = agent?.sessions[0];
      if (!agent || agents.length !== 1 || !session?.readyAt || session.id === not) return null;
      const panes = (await tmux.listSessions()).filter((pane) => pane.marker === session.marker);
      const rests = session.turnState === 'IDLE' && agent.deliveries.every((one) => one.state === 'SEEN');
      return panes.length === 1 && !panes[0]?.dead && agent.executionState === 'ACTIVE' && rests
        ? { agent, session }
        : null;
    },
    { ...PATIENCE, instead: () => describeTask(taskId) },
  );
}

/** What failed on the way is said for a moment; what stays is what counts. */
function whenSaid(words: readonly string[]) {
  const said = async () => {
    const rows = await world.deps.store.client.condition.findMany({ where: { status: true } });
    return rows.map(({ type, message }) => `${type}: ${message}`).join('\n');
  };
  const probe = async () => (await said()) === words.join('\n');
  return waitFor(`nothing to be said but “${words}”`, probe, { ...PATIENCE, instead: said });
}

async function describeTask(id: string): Promise<string> {
  const { client } = world.deps.store;
  const include = { agents: { include: { sessions: true, deliveries: true } } };
  const facts = [
    await client.task.findUnique({ where: { id }, include }),
    await client.condition.findMany({ where: { status: true } }),
    await reconciler.plan(`task:${id}`),
    await reconciler.plan(`worktree:${id}`),
  ];
  return JSON.stringify(facts, null, 1);
}

type Loss = {
  restarts: boolean;
  forgets?: boolean;
  take(task: Task, agentId: string | null): Promise<unknown>;
};

/** Whoever works in a folder may write into it while it is deleted. */
const WHOLE = { recursive: true, force: true, maxRetries: 20, retryDelay: 20 };
const folder = (task: Task) => rm(task.worktreePath, WHOLE);
const branch = (task: Task) => world.git.git(world.repo, 'update-ref', '-d', `refs/heads/${task.branchName}`);
const files = async (_: Task, agentId: string | null) => {
  if (agentId !== null) await rm(path.join(world.deps.home.agents, agentId), WHOLE);
};

const LOSSES: Record<string, Loss & { once?: () => Promise<unknown> }> = {
  'the worktree': {
    restarts: true,
    take: folder,
    // The one in which merges are tested is a worktree too.
    once: async () => rm(await mergeFolder(), { ...WHOLE, force: false }),
  },
  'the branch': { restarts: false, take: branch },
  'the tmux session': {
    restarts: true,
    take: async (task) => {
      const session = await openSession(task.id);
      if (session) await world.tmux.raw('kill-session', '-t', `=${session.tmuxName}`);
    },
  },
  'the whole tmux server': {
    restarts: true,
    take: async () => undefined,
    once: async () => {
      await world.tmux.raw('kill-server');
      await Promise.all(
        [world.tmux.configPath, world.tmux.socketPath].map((file) => rm(file, { force: true })),
      );
    },
  },
  "the agent's private folder": { restarts: true, forgets: true, take: files },
  'all of it': {
    restarts: true,
    take: (task, agentId) => Promise.all([folder(task), branch(task), files(task, agentId)]),
    once: () => world.tmux.raw('kill-server'),
  },
};

function row(situation: Situation): Row {
  const found = rows.get(situation);
  if (!found) throw new Error(`nothing is ${situation}`);
  return found;
}

describe('whatever someone deletes, in every live state', { timeout: 300_000 }, () => {
  it.each(Object.entries(LOSSES))('%s', async (_, loss) => {
    const { store } = world.deps;
    // A person who breaks things so often in a row presses Retry, too.
    await store.client.agent.updateMany({ data: { crashesForgivenAt: new Date() } });
    const before = new Map<Situation, string | undefined>();
    for (const [situation, { id, runs }] of rows) {
      before.set(situation, runs ? (await whenWorking(id)).session.id : undefined);
    }
    await loss.once?.();
    for (const { id } of rows.values()) {
      const agent = await store.client.agent.findFirst({ where: { taskId: id } });
      await loss.take(await getTask(store, id), agent?.id ?? null);
    }
    for (const [situation, { id, state, runs, sha }] of rows) {
      const task = await getTask(store, id);
      expect(task.state, situation).toBe(state);
      if (runs) {
        const now = await whenWorking(id, loss.restarts ? before.get(situation) : undefined);
        if (!loss.restarts) expect(now.session.id, situation).toBe(before.get(situation));
        expect(existsSync(path.join(world.deps.home.agents, now.agent.id)), situation).toBe(true);
        // A practice agent's conversation is in that folder: it is told its task anew.
        const first = now.agent.deliveries.find(({ kind }) => kind === 'PROMPT');
        if (loss.forgets) expect(first?.body, situation).toContain('your conversation was lost');
      }
      // What waits to begin gets its place back when it does.
      if (state === 'PENDING') continue;
      await waitFor(
        `the work of ${situation}`,
        async () => {
          const tip = await world.deps.git.branchSha({ repo: world.repo, branch: task.branchName });
          if (tip !== sha || !existsSync(path.join(task.worktreePath, '.git'))) return null;
          return (await world.git.git(task.worktreePath, 'rev-parse', 'HEAD')) === sha;
        },
        { ...PATIENCE, instead: () => describeTask(id) },
      );
      expect(await world.git.git(task.worktreePath, 'status', '--porcelain'), situation).toBe('');
    }
    // It says why it does not start, and nobody else has anything to say.
    await whenSaid(['UsageLimit: Out of quota.']);
    expect((await mergeOf(row('subtask approved, in the merge queue').id))?.state).toBe('LANDING');
  });

  it('and each goes on from where it was', async () => {
    const { deps } = world;
    await rm(hold);
    const approved = row('subtask approved, in the merge queue');
    await waitFor(
      'the approved work to land',
      async () => {
        const task = await getTask(deps.store, approved.id);
        return task.state === 'COMPLETED';
      },
      { ...PATIENCE, instead: () => describeTask(approved.id) },
    );
    const epic = await getTask(deps.store, row('epic IN_PROGRESS').id);
    expect(
      await world.git.git(world.repo, 'merge-base', '--is-ancestor', approved.sha, epic.branchName),
    ).toBe('');

    const working = row('subtask IN_PROGRESS');
    for (const to of ['REVIEW', 'COMPLETED'] as const) {
      await deps.store.write((tx) => transitionTask(tx, { id: working.id, to, actor: 'system' }));
    }
    await retryTask(deps, { taskId: row('epic PLANNING').id });
    for (const situation of [
      'epic PLANNING',
      'subtask PENDING, not begun',
      'subtask PENDING, to be tried again',
    ] as const) {
      const { id, sha } = row(situation);
      await whenWorking(id);
      const task = await getTask(deps.store, id);
      expect(task.state, situation).toBe('IN_PROGRESS');
      const head = await world.git.git(task.worktreePath, 'rev-parse', 'HEAD');
      if (sha !== '') expect(head, situation).toBe(sha);
    }
    await whenSaid([]);
    expect(await deps.store.client.mail.count({ where: { kind: 'failure' } })).toBe(0);
  });
});
