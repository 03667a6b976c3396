import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { markText } from '@/backend/agents/delivery/marker';
import { newId } from '@/backend/clients/home/new_id';
import { layOutHome } from '@/backend/clients/home/read_config';
import { run } from '@/backend/clients/process/run';
import { createTmuxClient } from '@/backend/clients/tmux/create_tmux_client';
import { type Delivery, enqueueDelivery } from '@/backend/resource_accessors/delivery.accessor';
import { createProject } from '@/backend/resource_accessors/project.accessor';
import { listSessions, type Session } from '@/backend/resource_accessors/session.accessor';
import { openStore } from '@/backend/resource_accessors/store/open_store';
import type { Store } from '@/backend/resource_accessors/store/store';
import { toolCatalog } from '@/backend/routers/mcp/tool_catalog';
import { createEpic } from '@/backend/services/task/create_epic';
import { PracticeRecord } from '@/shared/practice';
import { ProjectSettings } from '@/shared/project';
import { type GitWorld, makeGitWorld } from '../../support/git';
import { freePort, startServer, type TestServer, temporaryHome } from '../../support/server';
import { waitFor } from '../../support/wait_for';

const AGENTS = 3;
const EACH = 5;
/** How long after a message was handed out the server dies: before the paste, before Enter, before the answer is read. */
const MOMENTS_MS = [0, 60, 250, 450];

const dir = temporaryHome();
const home = layOutHome(path.join(dir, 'factory'));
const tmux = createTmuxClient({ run, socketPath: home.tmuxSocket, configPath: home.tmuxConfig });
let git: GitWorld;
let port: number;
let server: TestServer;
let store: Store;

const startDaemon = () => startServer({ home: dir, port, args: ['--role', 'daemon'], env: git.env });

let projectId: string;

beforeAll(async () => {
  git = await makeGitWorld();
  port = await freePort();
  server = await startDaemon();
  store = await openStore({ file: home.database, clock: () => new Date() });
  const repoPath = await git.makeRepo();
  const settings = { worker: { provider: 'practice' }, limits: { maxWorkers: 20 } };
  const project = await store.write((tx) =>
    createProject(tx, {
      id: newId(),
      name: 'sample',
      repoPath,
      defaultBranch: 'main',
      remoteUrl: null,
      setupCommand: null,
      testCommand: null,
      cleanupCommand: null,
      settings: ProjectSettings.parse(settings),
    }),
  );
  projectId = project.id;
});
afterAll(async () => {
  await server?.stop();
  await store?.close();
  await tmux.killServer({ graceMs: 300 });
  await git?.cleanup();
  await run('rm', ['-rf', dir]);
});

/** A quick task, for which the server starts one agent that listens. */
async function addAgent(steps: readonly unknown[]): Promise<string> {
  const options = { provider: { scenario: JSON.stringify({ mode: 'listen', steps }) } };
  const task = await createEpic(
    { store, newId, home },
    { projectId, parentId: null, title: 'Listen', quick: true, options },
  );
  return task.id;
}

it('kill -9 of the server in the middle of handing over messages: each arrives once, in order', async () => {
  // Some are idle when a message comes, and typed to; some busy, and given it with the end of their turn.
  for (let n = 0; n < AGENTS; n++) await addAgent(n % 2 === 0 ? [] : [{ do: 'wait', seconds: 0.4 }]);
  const sessions = await waitFor(
    'the agents',
    async () => {
      const open = await listSessions(store, { open: true });
      const unseen = await store.client.delivery.count({ where: { state: { not: 'SEEN' } } });
      return open.length === AGENTS && unseen === 0 ? open : null;
    },
    { timeoutMs: 60_000, instead: () => server.output() },
  );

  const { tail } = store;
  let after = tail.last();
  for (let n = 0; n < EACH; n++) {
    for (const { agentId } of sessions) {
      await store.write((tx) =>
        enqueueDelivery(tx, { id: newId(), agentId, kind: 'MAIL', body: `message ${n}\nwith a second line` }),
      );
    }
  }
  for (const moment of MOMENTS_MS) {
    for await (const event of tail.follow(after, AbortSignal.timeout(60_000))) {
      after = event.seq;
      if (event.kind === 'delivery.state' && event.payload.state === 'INJECTED') break;
    }
    await sleep(moment);
    server.child.kill('SIGKILL');
    await server.exited;
    after = tail.last();
    server = await startDaemon();
  }
  await waitFor(
    'every message to be seen',
    async () => (await store.client.delivery.count({ where: { state: { not: 'SEEN' } } })) === 0,
    {
      timeoutMs: 90_000,
      instead: async () =>
        JSON.stringify(await store.client.delivery.findMany({ where: { state: { not: 'SEEN' } } })),
    },
  );
  for (const session of sessions) {
    const rows = await store.client.delivery.findMany({
      where: { agentId: session.agentId },
      orderBy: { ordinal: 'asc' },
    });
    expect(await promptsOf(session.transcriptPath)).toEqual(rows.map(given));
  }
}, 240_000);

it('kill -9 of the server while an agent asks for its tools: it is ready once it has asked for the rest', async () => {
  const session = await killWhileItAsks();
  const before = new Set(session.serversAsked.split(' '));
  server = await startDaemon();
  const ready = await waitFor(
    'the agent to be ready',
    async () => {
      const now = await store.client.session.findUniqueOrThrow({ where: { id: session.id } });
      return now.readyAt === null ? null : now;
    },
    { timeoutMs: 60_000, instead: () => server.output() },
  );
  const asked = new Set(ready.serversAsked.split(' '));
  expect(ready).toMatchObject({ id: session.id, endedAt: null });
  // It asks each once: what it had asked before the kill is known by the record alone.
  expect([...before].every((name) => asked.has(name))).toBe(true);
  for (const { name } of toolCatalog('WORKER')) expect(asked).toContain(name.split('.')[0]);
}, 180_000);

/**
 * A session that has asked for some of its tools, and whose server is gone. All are asked for in a moment, so the server
 * stands still whenever it is looked at, and it may take tries.
 */
async function killWhileItAsks(): Promise<Session> {
  const find = (taskId: string) =>
    store.client.session.findFirst({ where: { agent: { taskId }, endedAt: null } });
  for (let tries = 0; tries < 12; tries++) {
    const taskId = await addAgent([]);
    await waitFor('its session', () => find(taskId), { everyMs: 2 });
    const starting = await waitFor(
      'tools asked for',
      async () => {
        server.child.kill('SIGSTOP');
        const row = await find(taskId);
        if (row !== null && row.serversAsked !== '') return row;
        server.child.kill('SIGCONT');
        return null;
      },
      { everyMs: 2 },
    );
    if (starting.readyAt === null) {
      server.child.kill('SIGKILL');
      await server.exited;
      return starting;
    }
    server.child.kill('SIGCONT');
  }
  throw new Error('The agent was ready before its server could be killed, every time.');
}

const given = (row: Delivery) => markText(row).trimEnd();

async function promptsOf(transcriptPath: string | null): Promise<string[]> {
  const lines = (await readFile(transcriptPath ?? '', 'utf8')).trimEnd().split('\n');
  return lines
    .map((line) => PracticeRecord.parse(JSON.parse(line)))
    .flatMap((record) => (record.type === 'prompt' ? [record.text.trimEnd()] : []));
}
