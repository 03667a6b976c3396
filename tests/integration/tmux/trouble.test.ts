import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isRunning } from '@/backend/clients/process/is_running';
import { run } from '@/backend/clients/process/run';
import { createTmuxClient } from '@/backend/clients/tmux/create_tmux_client';
import { createTestTmux } from '../../support/tmux';

const INSTALL = /Install .*(apt-get|dnf|pacman|zypper|apk|brew|package manager).*tmux/;

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'ff-tmux-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

function clientWithPath(searchPath: string) {
  return createTmuxClient({
    run,
    socketPath: path.join(dir, 's'),
    configPath: path.join(dir, 'tmux.conf'),
    env: { PATH: searchPath, HOME: dir },
  });
}

async function fakeTmux(answer: string): Promise<void> {
  const file = path.join(dir, 'tmux');
  await writeFile(file, `#!/bin/sh\necho "$@" >> '${dir}/asked'\necho '${answer}'\n`);
  await chmod(file, 0o755);
}

test('a missing tmux is said at every first read, with the command that installs it', async () => {
  const tmux = clientWithPath(dir);
  for (const attempt of [
    () => tmux.checkVersion(),
    () => tmux.listSessions(),
    () => tmux.capture({ name: 'worker-1' }),
    () =>
      tmux.startSession({ name: 'w', cwd: dir, argv: ['true'], env: {}, cols: 80, rows: 24, marker: 'm' }),
  ]) {
    await expect(attempt()).rejects.toMatchObject({
      code: 'MISSING_TOOL',
      message: expect.stringContaining('not installed'),
      next: expect.stringMatching(INSTALL),
    });
  }
});

test('a folder that goes while a session is started in it is not taken for a missing tmux', async () => {
  const folder = path.join(dir, 'worktree');
  await mkdir(folder);
  const tmux = createTmuxClient({
    run: async (file, args, options) => {
      if (options?.cwd === folder) await rm(folder, { recursive: true });
      return run(file, args, options);
    },
    socketPath: path.join(dir, 's'),
    configPath: path.join(dir, 'tmux.conf'),
    env: { PATH: process.env.PATH ?? '', HOME: dir },
  });
  await expect(
    tmux.startSession({ name: 'w', cwd: folder, argv: ['true'], env: {}, cols: 80, rows: 24, marker: 'm' }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND', message: expect.stringContaining(folder) });
  expect(await tmux.listSessions()).toEqual([]);
});

test('a tmux that is too old, or is no tmux, is refused before anything is asked of it', async () => {
  for (const old of ['tmux 3.1c', 'tmux 2.9', 'tmux 1.8']) {
    await fakeTmux(old);
    await expect(clientWithPath(dir).listSessions()).rejects.toMatchObject({
      code: 'MISSING_TOOL',
      message: expect.stringContaining('too old'),
      next: expect.stringMatching(INSTALL),
    });
  }
  await fakeTmux('hello there');
  await expect(clientWithPath(dir).listSessions()).rejects.toMatchObject({
    code: 'MISSING_TOOL',
    message: expect.stringContaining('hello there'),
  });
  const asked = (await readFile(path.join(dir, 'asked'), 'utf8')).trim().split('\n');
  expect(new Set(asked)).toEqual(new Set(['-V']));
});

test('newer tmux and its development versions are accepted', async () => {
  for (const [answer, version] of [
    ['tmux 3.2', '3.2'],
    ['tmux 3.5a', '3.5a'],
    ['tmux next-3.6', 'next-3.6'],
    ['tmux 10.0', '10.0'],
    ['tmux master', 'master'],
    ['tmux openbsd-7.4', 'openbsd-7.4'],
  ] as const) {
    await fakeTmux(answer);
    expect(await clientWithPath(dir).checkVersion()).toEqual({ version });
  }
});

test('tmux installed while we run is found without a restart', async () => {
  const tmux = clientWithPath(dir);
  await expect(tmux.listSessions()).rejects.toMatchObject({ code: 'MISSING_TOOL' });
  const real = (await run('sh', ['-c', 'command -v tmux'])).stdout.trim();
  await writeFile(path.join(dir, 'tmux'), `#!/bin/sh\nexec '${real}' "$@"\n`, { mode: 0o755 });
  expect(await tmux.listSessions()).toEqual([]);
});

test('no server, a dead server and a stale socket are no sessions; a verb on one says that it is gone', async () => {
  const t = await createTestTmux();
  try {
    expect(await t.tmux.listSessions()).toEqual([]);
    expect(await t.tmux.readSession({ name: 'worker-1' })).toBeNull();
    await t.start({ name: 'worker-1', argv: ['sleep', '1000'] });
    const pid = Number(await t.raw('display-message', '-p', '#{pid}'));
    const pane = (await t.tmux.readSession({ name: 'worker-1' }))?.panePid ?? 0;
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => t.tmux.listSessions()).toEqual([]);
    for (const gone of [
      () => t.tmux.capture({ name: 'worker-1' }),
      () => t.tmux.pasteText({ name: 'worker-1', text: 'x' }),
      () => t.tmux.resize({ name: 'worker-1', cols: 100, rows: 30 }),
      () => t.tmux.killSession({ name: 'worker-1' }),
    ]) {
      await expect(gone()).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    // With the marker, what outlived the server is found and ended.
    await t.tmux.killSession({ name: 'worker-1', marker: 'marker-worker-1', graceMs: 200 });
    expect(isRunning(pane)).toBe(false);
    await t.start({ name: 'worker-1', argv: ['sleep', '1000'] });
    expect(await t.tmux.listSessions()).toHaveLength(1);
  } finally {
    await t.cleanup();
  }
});

test('a socket path that no system could bind is refused with a reason', () => {
  const socketPath = `/tmp/${'x'.repeat(120)}/s`;
  expect(() => createTmuxClient({ run, socketPath, configPath: path.join(dir, 'c') })).toThrow(
    /shorter than 100/,
  );
});
