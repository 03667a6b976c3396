import { rm } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findByEnvironment } from '@/backend/clients/process/find_by_environment';
import { isRunning } from '@/backend/clients/process/is_running';
import { readProcessTable } from '@/backend/clients/process/read_process_table';
import { run } from '@/backend/clients/process/run';
import { createTestTmux, type TestTmux } from '../../support/tmux';
import { waitFor } from '../../support/wait_for';

let t: TestTmux;
beforeEach(async () => {
  t = await createTestTmux();
});
afterEach(() => t.cleanup());

const marked = async (value: string) => {
  const all = (await readProcessTable({ run })).map(({ pid }) => pid);
  return findByEnvironment({ run }, { name: 'FACTORY_SESSION', value }, all);
};

test('the whole tree goes: children, orphans, those in sessions of their own, the stopped and the deaf', async () => {
  const script = `
    sleep 1001 &
    setsid sleep 1002 &
    (setsid sh -c 'sleep 1003 & sleep 1004' >/dev/null 2>&1 &)
    sh -c "trap '' TERM HUP; while :; do sleep 0.1; done" &
    sh -c 'kill -STOP $$; sleep 1005' &
    exec sleep 1006`;
  await t.start({ name: 'worker-1', argv: ['sh', '-c', script], marker: `tree-${process.pid}` });
  await t.start({ name: 'worker-2', argv: ['sleep', '1000'] });
  const pids = await waitFor('the tree', async () => {
    const found = await marked(`tree-${process.pid}`);
    return found.length >= 8 ? found : null;
  });
  const { ended } = await t.tmux.killSession({ name: 'worker-1', graceMs: 300 });
  // Two of those that were seen may end by themselves: the shell in brackets, and the short sleep.
  expect(ended).toBeGreaterThanOrEqual(pids.length - 2);
  expect(pids.filter((pid) => isRunning(pid))).toEqual([]);
  expect(await marked(`tree-${process.pid}`)).toEqual([]);
  expect((await t.tmux.listSessions()).map((session) => session.name)).toEqual(['worker-2']);
});

test('a dead session leaves its orphans to be ended with it', async () => {
  const marker = `orphan-${process.pid}`;
  await t.start({
    name: 'worker-1',
    argv: ['sh', '-c', 'setsid sleep 1000 >/dev/null 2>&1 & sleep 0.5; exit 1'],
    marker,
  });
  await t.whenDead('worker-1');
  expect(await waitFor('the orphan', async () => (await marked(marker)).length === 1)).toBe(true);
  expect(await t.tmux.killSession({ name: 'worker-1', marker, graceMs: 200 })).toEqual({ ended: 1 });
  expect(await marked(marker)).toEqual([]);
  // Killing what is gone already, by its marker, is done already.
  expect(await t.tmux.killSession({ name: 'worker-1', marker })).toEqual({ ended: 0 });
});

test('a session that is started anew while the old one of its name is being ended stays', async () => {
  const marker = `old-${process.pid}`;
  const deaf = "trap 'echo told' TERM; trap '' HUP; echo deaf; while :; do sleep 0.1; done";
  await t.start({ name: 'worker-1', argv: ['sh', '-c', deaf], marker });
  const says = (word: string) =>
    waitFor(word, async () => (await t.tmux.capture({ name: 'worker-1' })).includes(word));
  await says('deaf');
  const ending = t.tmux.killSession({ name: 'worker-1', marker, graceMs: 60_000 });
  await says('told');
  await t.raw('kill-session', '-t', '=worker-1');
  await t.start({ name: 'worker-1', argv: ['sleep', '1000'], marker: 'new' });
  await t.raw('run-shell', `kill -9 ${(await marked(marker)).join(' ')} || true`);
  await ending;
  expect(await t.tmux.readSession({ name: 'worker-1' })).toMatchObject({ marker: 'new', dead: false });
});

test("a stranger's session and a later life of the same name are left alone", async () => {
  await t.start({ name: 'worker-1', argv: ['sleep', '1000'], marker: 'second-life' });
  await expect(t.tmux.killSession({ name: 'worker-1', marker: 'first-life' })).rejects.toMatchObject({
    code: 'STALE',
  });
  await t.raw('new-session', '-d', '-s', 'mine', 'sleep', '1000');
  await expect(t.tmux.killSession({ name: 'mine' })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await expect(t.tmux.pasteText({ name: 'mine', text: 'x' })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await expect(t.tmux.sendEnter({ name: 'mine' })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await expect(t.tmux.resize({ name: 'mine', cols: 100, rows: 30 })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  });
  // A name that only begins so is another one.
  await expect(t.tmux.killSession({ name: 'worker' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect((await t.tmux.listSessions()).map((session) => session.name).sort()).toEqual(['mine', 'worker-1']);
});

test('a program that ended with nobody watching leaves no complaint for whoever attaches next', async () => {
  await t.start({ name: 'worker-1', argv: ['sh', '-c', 'exit 1'] });
  await t.whenDead('worker-1');
  await t.tmux.killSession({ name: 'worker-1' });
  await t.start({ name: 'worker-2', argv: ['sh', '-c', 'echo at work; exec sleep 1000'] });
  let shown = '';
  let left = false;
  const viewer = t.tmux.attach({
    name: 'worker-2',
    mode: 'write',
    cols: 80,
    rows: 24,
    onData: (bytes) => {
      shown += bytes.toString();
    },
    onExit: () => {
      left = true;
    },
  });
  await waitFor('its screen', () => shown.includes('at work'), { instead: async () => shown });
  expect(shown).not.toContain('no current client');
  expect((await t.raw('display-message', '-p', '-t', '=worker-2:', '#{pane_in_mode}')).trim()).toBe('0');
  // And one who watches is let go when it ends.
  const pid = Number(await t.raw('display-message', '-p', '-t', '=worker-2:', '#{pane_pid}'));
  process.kill(pid, 'SIGKILL');
  await waitFor('the viewer to be let go', () => left);
  viewer.kill();
});

test('a server that lost its socket ends with the last of our programs in it, and never the one that took its place', async () => {
  const shell = ['sh', '-c', 'sleep 1000 & sleep 1000'] as const;
  for (const name of ['worker-1', 'worker-2']) await t.start({ name, argv: shell });
  const old = Number(await t.raw('display-message', '-p', '#{pid}'));
  await rm(t.socketPath);
  const end = (name: string) => t.tmux.killSession({ name, marker: `marker-${name}`, graceMs: 300 });
  await end('worker-1');
  expect(isRunning(old)).toBe(true);
  await t.start({ name: 'worker-1', argv: shell, marker: 'another-life' });
  await end('worker-2');
  await waitFor('the end of the old server', () => !isRunning(old));
  expect((await t.tmux.listSessions()).map(({ marker }) => marker)).toEqual(['another-life']);
});

test('a server that lost its socket stays while somebody’s own window is open in it', async () => {
  await t.start({ name: 'worker-1', argv: ['sleep', '1000'] });
  await t.raw('new-session', '-d', '-s', 'mine', 'sleep 999');
  const old = Number(await t.raw('display-message', '-p', '#{pid}'));
  await rm(t.socketPath);
  expect(await t.tmux.killSession({ name: 'worker-1', marker: 'marker-worker-1' })).toEqual({ ended: 1 });
  expect(isRunning(old)).toBe(true);
  process.kill(old, 'SIGTERM');
  await waitFor('its end', () => !isRunning(old));
});

test('a session under another name than it was started with does not cost its server', async () => {
  await t.start({ name: 'worker-1', argv: ['sleep', '1000'] });
  await t.raw('rename-session', '-t', 'worker-1', 'renamed');
  const server = Number(await t.raw('display-message', '-p', '#{pid}'));
  expect(await t.tmux.killSession({ name: 'worker-1', marker: 'marker-worker-1' })).toEqual({ ended: 1 });
  expect(isRunning(server)).toBe(true);
});
