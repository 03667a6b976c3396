import { mkdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestTmux, type TestTmux } from '../../support/tmux';
import { waitFor } from '../../support/wait_for';

let t: TestTmux;
beforeEach(async () => {
  t = await createTestTmux();
});
afterEach(() => t.cleanup());

test('one call lists every session, whatever their titles and folders are called', async () => {
  const odd = path.join(t.dir, 'a|b\\c\nd;#{pid} é');
  await mkdir(odd);
  const names = Array.from({ length: 12 }, (_, index) => `worker-${index}`);
  for (const name of names) await t.start({ name, cwd: odd, argv: ['sleep', '1000'] });
  await t.start({ name: 'titled', argv: ['sh', '-c', `printf '\\033]2;x|y\\\\z;1\\007'; exec sleep 1000`] });
  await waitFor(
    'the title',
    async () => (await t.tmux.readSession({ name: 'titled' }))?.title === 'x|y\\z;1',
  );
  await t.raw('new-session', '-d', '-s', 'stranger', 'sleep', '1000');
  t.calls.length = 0;
  const sessions = await t.tmux.listSessions();
  expect(t.calls).toHaveLength(1);
  expect(sessions.map((session) => session.name).sort()).toEqual([...names, 'titled', 'stranger'].sort());
  expect(sessions.find((session) => session.name === 'stranger')?.marker).toBeNull();
  expect(sessions.find((session) => session.name === 'worker-3')).toMatchObject({
    marker: 'marker-worker-3',
    cwd: odd,
    dead: false,
    exitStatus: null,
    exitSignal: null,
    cols: 120,
    rows: 40,
    inCopyMode: false,
    attachedClients: 0,
  });
});

test('a dead pane tells its exit status or its signal, ten times of ten', async () => {
  for (let index = 0; index < 10; index += 1) {
    await t.start({ name: `status-${index}`, argv: ['sh', '-c', `exit ${index}`] });
    await t.start({ name: `signal-${index}`, argv: ['sh', '-c', 'kill -KILL $$'] });
  }
  for (let index = 0; index < 10; index += 1) {
    expect(await t.whenDead(`status-${index}`)).toMatchObject({ exitStatus: index, exitSignal: null });
    expect(await t.whenDead(`signal-${index}`)).toMatchObject({ exitSignal: 'SIGKILL' });
  }
});

test('a program that only closed its terminal is not called dead', async () => {
  const closed = 'exec </dev/null >/dev/null 2>&1; sleep 1000';
  await t.start({ name: 'quiet', argv: ['setsid', '-w', 'sh', '-c', closed] });
  const session = await t.tmux.readSession({ name: 'quiet' });
  expect(session?.dead).toBe(false);
});

test('capture gives the screen, the scrollback above it, and colours when asked', async () => {
  const script = `for i in $(seq 1 500); do echo "line $i"; done; printf '\\033[31mred é漢😀\\033[0m\\n'; exec sleep 1000`;
  await t.start({ name: 'worker-1', argv: ['sh', '-c', script] });
  const screen = await t.screenWith('worker-1', 'red é漢😀');
  expect(screen).toContain('line 500');
  expect(screen).not.toContain('line 400\n');
  expect(screen).not.toContain('\u001b');
  expect(await t.tmux.capture({ name: 'worker-1', historyLines: 150 })).toContain('line 400\n');
  expect(await t.tmux.capture({ name: 'worker-1', ansi: true })).toContain('\u001b[31mred');
  const history = await t.tmux.capture({ name: 'worker-1', historyLines: 1000, onlyHistory: true });
  expect(history).toContain('line 1\n');
  expect(history).not.toContain('red');
});

test('what a dead session said is kept in a private file of bounded size, cut at a line', async () => {
  const file = path.join(t.dir, 'logs/worker-1.txt');
  // The pause: tmux 3.3 drops what a program wrote in the very moment of its end and it had not read yet.
  const script = 'for i in $(seq 1 3000); do echo "line $i é漢😀"; done; sleep 0.5; exit 3';
  await t.start({ name: 'worker-1', argv: ['sh', '-c', script] });
  await t.whenDead('worker-1');
  const whole = await t.tmux.captureAll({ name: 'worker-1', path: file });
  const text = await readFile(file, 'utf8');
  expect(text.startsWith('line 1 é漢😀\n')).toBe(true);
  expect(text.trimEnd().endsWith('line 3000 é漢😀')).toBe(true);
  expect(whole.bytes).toBe(Buffer.byteLength(text));
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const { bytes } = await t.tmux.captureAll({ name: 'worker-1', path: file, maxBytes: 1000 });
  const tail = await readFile(file, 'utf8');
  expect(bytes).toBeLessThanOrEqual(1000);
  expect(tail).toMatch(/^line \d+ é漢😀\n/);
  expect(tail).toContain('line 3000');
});

test('several screens come in one call, and a session that is gone does not spoil the others', async () => {
  for (const name of ['one', 'two', 'three']) {
    await t.start({
      name,
      argv: ['sh', '-c', `printf '\\033[32m${name} here\\033[0m é\\n'; exec sleep 1000`],
    });
    await t.screenWith(name, `${name} here`);
  }
  t.calls.length = 0;
  const screens = await t.tmux.captureScreens({ names: ['one', 'two', 'three'] });
  expect(t.calls).toHaveLength(1);
  expect(screens.get('two')).toContain('\u001b[32mtwo here');
  const some = await t.tmux.captureScreens({ names: ['one', 'gone', 'three'] });
  expect([...some.keys()].sort()).toEqual(['one', 'three']);
  expect(some.get('three')).toContain('three here');
  expect(await t.tmux.captureScreens({ names: [] })).toEqual(new Map());
});

test('a resize reaches the program, and no viewer changes the size', async () => {
  const script = `trap 'stty size' WINCH; stty size; while :; do sleep 0.05; done`;
  await t.start({ name: 'worker-1', argv: ['sh', '-c', script] });
  await t.screenWith('worker-1', '40 120');
  await t.tmux.resize({ name: 'worker-1', cols: 90, rows: 25 });
  await t.screenWith('worker-1', '25 90');
  expect(await t.tmux.readSession({ name: 'worker-1' })).toMatchObject({ cols: 90, rows: 25 });
  await expect(t.tmux.resize({ name: 'worker-1', cols: 5, rows: 25 })).rejects.toMatchObject({
    code: 'BAD_INPUT',
  });
});

test('the attach command names our socket and exactly this session', async () => {
  expect(t.tmux.attachCommand({ name: 'worker-1' })).toBe(
    `tmux -u -S '${t.socketPath}' attach-session -t '=worker-1'`,
  );
});
