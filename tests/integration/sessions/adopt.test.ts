import { rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '@/backend/clients/home/new_id';
import { layOutHome } from '@/backend/clients/home/read_config';
import { run } from '@/backend/clients/process/run';
import { createTmuxClient } from '@/backend/clients/tmux/create_tmux_client';
import { findLiveAgent } from '@/backend/resource_accessors/agent.accessor';
import { enqueueDelivery, findDelivery } from '@/backend/resource_accessors/delivery.accessor';
import { createProject } from '@/backend/resource_accessors/project.accessor';
import { listSessions } from '@/backend/resource_accessors/session.accessor';
import { openStore } from '@/backend/resource_accessors/store/open_store';
import type { Store } from '@/backend/resource_accessors/store/store';
import { createEpic } from '@/backend/services/task/create_epic';
import { ProjectSettings } from '@/shared/project';
import { hasClaude } from '../../support/claude/start_house';
import { type GitWorld, makeGitWorld } from '../../support/git';
import { freePort, startServer, type TestServer, temporaryHome } from '../../support/server';
import { waitFor } from '../../support/wait_for';

const AGENTS = 10;

const dir = temporaryHome();
const home = layOutHome(path.join(dir, 'factory'));
const tmux = createTmuxClient({ run, socketPath: home.tmuxSocket, configPath: home.tmuxConfig });
let git: GitWorld;
let port: number;
let server: TestServer;
let store: Store;

const startDaemon = () => startServer({ home: dir, port, args: ['--role', 'daemon'], env: git.env });

beforeAll(async () => {
  git = await makeGitWorld();
  port = await freePort();
  server = await startDaemon();
  store = await openStore({ file: home.database, clock: () => new Date() });
});
afterAll(async () => {
  await server.stop();
  await store.close();
  await tmux.killServer({ graceMs: 300 });
  await git.cleanup();
  rmSync(dir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
});

it(`kill -9 of the server with ${AGENTS} agents: all are adopted, none is restarted`, async () => {
  const repo = await git.makeRepo();
  const project = await store.write((tx) =>
    createProject(tx, {
      id: newId(),
      name: 'sample',
      repoPath: repo,
      defaultBranch: 'main',
      remoteUrl: null,
      setupCommand: null,
      testCommand: null,
      cleanupCommand: null,
      settings: ProjectSettings.parse({ worker: { provider: 'practice' }, limits: { maxWorkers: AGENTS } }),
    }),
  );
  const tasks: string[] = [];
  for (let n = 0; n < AGENTS; n++) {
    const epic = await createEpic(
      { store, newId, home },
      {
        projectId: project.id,
        parentId: null,
        title: `Task ${n}`,
        quick: true,
        options: { provider: { scenario: JSON.stringify({ mode: 'listen' }) } },
      },
    );
    tasks.push(epic.id);
  }
  const running = await waitFor(
    'all agents to have read their first prompt',
    async () => {
      const sessions = await listSessions(store, { open: true });
      const open = await store.client.delivery.count({ where: { state: { not: 'SEEN' } } });
      return sessions.length === AGENTS && open === 0 ? sessions : null;
    },
    {
      timeoutMs: 90_000,
      instead: async () => JSON.stringify(await store.client.condition.findMany()) + server.output(),
    },
  );

  server.child.kill('SIGKILL');
  await server.exited;
  // Written while nobody is there to deliver it.
  const waiting = await Promise.all(
    tasks.map(async (taskId) => {
      const agent = await findLiveAgent(store, taskId, 'WORKER');
      const id = newId();
      await store.write((tx) =>
        enqueueDelivery(tx, { id, agentId: agent?.id ?? '', kind: 'MAIL', body: 'Still there?' }),
      );
      return id;
    }),
  );
  server = await startDaemon();
  await waitFor(
    'every agent to read what was written meanwhile',
    async () => {
      const states = await Promise.all(waiting.map(async (id) => (await findDelivery(store, id))?.state));
      return states.every((state) => state === 'SEEN');
    },
    { timeoutMs: 60_000, instead: () => server.output() },
  );

  const after = await listSessions(store, {});
  expect(after.map(({ id, pid, endedAt }) => ({ id, pid, endedAt }))).toEqual(
    running.map(({ id, pid }) => ({ id, pid, endedAt: null })),
  );
  const panes = (await tmux.listSessions()).filter((pane) => !pane.dead);
  expect(panes.map((pane) => pane.panePid).sort()).toEqual(running.map(({ pid }) => pid).sort());
}, 180_000);

it.skipIf(!hasClaude)(
  'an agent whose program nobody is signed in to says so, and is not started again and again',
  async () => {
    const settings = { worker: { provider: 'claude' } };
    const project = await store.write(async (tx) =>
      createProject(tx, {
        id: newId(),
        name: 'signed out',
        repoPath: await git.makeRepo({ name: 'signed-out' }),
        defaultBranch: 'main',
        remoteUrl: null,
        setupCommand: null,
        testCommand: null,
        cleanupCommand: null,
        settings: ProjectSettings.parse(settings),
      }),
    );
    const before = (await listSessions(store, {})).length;
    const { id: taskId } = await createEpic(
      { store, newId, home },
      { projectId: project.id, parentId: null, title: 'Work', quick: true, options: {} },
    );
    const condition = await waitFor(
      'the reason',
      async () => {
        const agent = await findLiveAgent(store, taskId, 'WORKER');
        return store.client.condition.findFirst({ where: { subjectId: agent?.id ?? '', status: true } });
      },
      { instead: () => server.output() },
    );
    expect(condition).toMatchObject({ type: 'ProviderUnavailable', reason: 'not_logged_in' });
    expect(condition.message).toMatch(/signed in.*Run "\S*claude" in a terminal and sign in/);
    const agent = await findLiveAgent(store, taskId, 'WORKER');
    expect(agent?.parkedUntil?.getTime()).toBeGreaterThan(Date.now());
    expect(await listSessions(store, {})).toHaveLength(before);
  },
  90_000,
);
