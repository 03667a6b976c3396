import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, describe, expect, it } from 'vitest';
import { createCaller } from '../../support/call';
import { makeGitWorld } from '../../support/git';
import { freePort, spawnServer, startServer, type TestServer, temporaryHome } from '../../support/server';
import { waitFor } from '../../support/wait_for';

const open: TestServer[] = [];
const homes: string[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.stop();
  for (const home of homes.splice(0)) rmSync(home, { recursive: true, force: true });
});

async function started(options?: Parameters<typeof startServer>[0]): Promise<TestServer> {
  const server = await startServer(options);
  open.push(server);
  return server;
}

async function refused(options: Parameters<typeof spawnServer>[0]): Promise<string> {
  const server = await spawnServer(options);
  expect(await server.exited).toBe(1);
  return server.output();
}

function ownHome(): string {
  const home = temporaryHome();
  homes.push(home);
  return home;
}

describe('the life of the server', () => {
  it('prints its address with a token, stores what it is told, and shows it live', async () => {
    const server = await started();
    expect(server.output()).not.toContain('next.config');
    expect(server.output()).toMatch(new RegExp(`Open ${server.url}/\\?token=[\\w-]{20,}`));
    const cookie = await server.signIn();
    const api = createCaller({ url: server.url, cookie });
    const world = await makeGitWorld();
    const repository = await world.makeRepo();
    const stream = await fetch(
      `${server.url}/api/trpc/events.tail?input=${encodeURIComponent('{"json":{}}')}`,
      {
        headers: { cookie, accept: 'text/event-stream' },
      },
    );
    expect(stream.status).toBe(200);
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    const project = await api.project.add.mutate({ path: repository });
    const epic = await api.task.create.mutate({
      projectId: project.id,
      parentId: null,
      title: 'A first epic',
    });
    expect((await api.task.get.query({ id: epic.id })).state).toBe('PLANNING');
    let seen = '';
    while (!seen.includes(epic.id)) {
      const { value, done } = (await reader?.read()) ?? { value: '', done: true };
      if (done) throw new Error(`the stream ended with: ${seen}`);
      seen += value;
    }
    expect(seen).toContain(project.id);
    // With the stream still open: nobody has to wait for a browser tab.
    server.child.kill('SIGTERM');
    expect(await server.exited).toBe(0);
    await world.cleanup();
  });

  it('ends with the npm that started it', async () => {
    const server = await started({ command: ['npm', 'start', '--silent'] });
    server.child.kill('SIGTERM');
    // Its output is closed only when the server itself is gone, too.
    await server.exited;
    await expect(fetch(`${server.url}/api/health`)).rejects.toThrow();
  });

  it('says which agents go on without it, and how to end them', async () => {
    const server = await started();
    const api = createCaller({ url: server.url, cookie: await server.signIn() });
    const world = await makeGitWorld();
    const project = await api.project.add.mutate({
      path: await world.makeRepo(),
      settings: { worker: { provider: 'practice' } },
    });
    await api.task.create.mutate({
      projectId: project.id,
      parentId: null,
      title: 'Wait',
      quick: true,
      options: { provider: { scenario: '{"mode":"listen"}' } },
    });
    await waitFor(
      'the agent in its terminal',
      async () => (await api.agent.list.query({ projectId: project.id }))[0]?.executionState === 'ACTIVE',
      { timeoutMs: 30_000 },
    );
    server.child.kill('SIGINT');
    expect(await server.exited).toBe(0);
    const socket = path.join(server.home, 'factory', 'tmux.sock');
    expect(server.output()).toContain('Stopped. 1 agent goes on in its terminal');
    expect(server.output()).toContain(`tmux -S '${socket}' kill-server`);
    await world.cleanup();
  });

  it('names a taken port and another way', async () => {
    const server = await started();
    const said = await refused({ port: server.port, home: ownHome() });
    expect(said).toContain(`Port ${server.port} is taken`);
    expect(said).toContain(`PORT=${server.port + 1} npm start`);
  });

  it('says that another server on this home is in charge, and leaves its address to the command line', async () => {
    const home = ownHome();
    const address = () => readFileSync(path.join(home, 'factory', 'url'), 'utf8').trim();
    const first = await started({ home });
    expect(first.output()).not.toContain('It only looks on');
    const second = await started({ home });
    expect(second.output()).toContain('It only looks on: another server on');
    expect(address()).toBe(first.url);
    await first.stop();
    await waitFor('the second in charge', () => address() === second.url, { timeoutMs: 30_000 });
  });

  it('waits for a database that is busy, and says so when it stays that way', async () => {
    const home = ownHome();
    const first = await started({ home });
    await first.stop();
    open.pop();
    const db = new Database(path.join(home, 'factory', 'factory.db'));
    db.pragma('locking_mode = EXCLUSIVE');
    db.exec('BEGIN EXCLUSIVE');
    try {
      const said = await refused({ home });
      expect(said).toMatch(/Factory Factory could not start\. .*(locked|busy|another)/i);
    } finally {
      db.close();
    }
  });

  it('leaves a database of a newer version alone', async () => {
    const home = ownHome();
    const first = await started({ home });
    await first.stop();
    open.pop();
    const db = new Database(path.join(home, 'factory', 'factory.db'));
    db.exec(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, applied_steps_count) VALUES ('x', 'x', '99990101000000_from_the_future', 0, 1)`,
    );
    db.close();
    expect(await refused({ home })).toMatch(/newer/i);
  });

  it('says what is wrong with a home that cannot be written', async () => {
    const home = ownHome();
    writeFileSync(path.join(home, 'factory'), 'a file, not a folder');
    const said = await refused({ home });
    expect(said).toContain('could not start');
    expect(said).toContain(path.join(home, 'factory'));
    if (process.getuid?.() === 0) return;
    const closed = ownHome();
    mkdirSync(path.join(closed, 'factory'), { mode: 0o500 });
    expect(await refused({ home: closed })).toContain('FACTORY_HOME');
    chmodSync(path.join(closed, 'factory'), 0o700);
  });

  it('serves health alone as a daemon', async () => {
    const server = await started({ args: ['--role', 'daemon'] });
    expect(server.output()).toContain('daemon is ready');
    expect((await fetch(`${server.url}/api/health`)).status).toBe(200);
    expect((await fetch(`${server.url}/api/trpc/project.list`)).status).toBe(401);
    const said = await refused({ port: await freePort(), home: ownHome(), args: ['--role', 'nonsense'] });
    expect(said).toContain('--role takes all, web or daemon');
  });
});
