import { mkdir, readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { run } from '@/backend/clients/process/run';
import { createTmuxClient } from '@/backend/clients/tmux/create_tmux_client';
import type { StartSessionInput } from '@/backend/clients/tmux/tmux_client';
import { createTestTmux, type TestTmux } from '../../support/tmux';
import { waitFor } from '../../support/wait_for';

const DUMP = path.join(import.meta.dirname, 'fixtures/dump.mjs');
const Dump = z.object({
  argv: z.array(z.string()),
  env: z.record(z.string(), z.string()),
  cwd: z.string(),
});

let t: TestTmux;
beforeEach(async () => {
  t = await createTestTmux();
});
afterEach(() => t.cleanup());

async function readDump(file: string) {
  const text = await waitFor(file, () => readFile(file, 'utf8').catch(() => null));
  return Dump.parse(JSON.parse(text));
}

const WEIRD = [
  'a;',
  ';',
  'a\\;',
  '\\',
  'two\nlines\n',
  '\n',
  '$HOME `id` $(id) ~',
  `it's "quoted" ''`,
  '%if 1',
  '{ }',
  '#{pid} #(id)',
  'é漢😀',
  '\ttab',
  '-x',
  '--',
  '',
  'x\r\ny',
  'long '.repeat(10_000),
];

test('argv, environment and folder reach the program unchanged, and show in no process list', async () => {
  const file = path.join(t.dir, 'dump.json');
  const env = { PLAIN: 'x', ODD: WEIRD.join('|'), LONG: 'z'.repeat(40_000) };
  const pid = await t.start({ name: 'worker-1', argv: [process.execPath, DUMP, file, ...WEIRD], env });
  const dump = await readDump(file);
  expect(dump.argv).toEqual(WEIRD);
  expect(dump.env).toMatchObject({ ...env, FACTORY_SESSION: 'marker-worker-1', TERM: 'tmux-256color' });
  expect(dump.cwd).toBe(t.dir);
  expect(pid).toBeGreaterThan(1);
  expect(t.calls.flat().join(' ')).not.toContain('zzz');
});

test('a single argument is executed, not handed to a shell', async () => {
  const marker = path.join(t.dir, 'made-by-a-shell');
  await t.start({ name: 'worker-1', argv: [`touch ${marker}; true`] });
  const session = await t.whenDead('worker-1');
  expect(session.exitStatus).toBe(127);
  await expect(readFile(marker)).rejects.toThrow();
});

test('the folder may be a link and hold characters that tmux would expand', async () => {
  const real = path.join(t.dir, '#{pid} #(id) $HOME |\\ [x]');
  const link = path.join(t.dir, 'link');
  await mkdir(real);
  await symlink(real, link);
  const [first, second] = [path.join(t.dir, 'a.json'), path.join(t.dir, 'b.json')];
  await t.start({ name: 'one', cwd: real, argv: ['sh', '-c', `node ${DUMP} ${first}; exec sleep 1000`] });
  await t.start({ name: 'two', cwd: link, argv: [process.execPath, DUMP, second] });
  expect((await readDump(first)).cwd).toBe(real);
  expect((await readDump(second)).cwd).toBe(link);
  expect((await t.tmux.readSession({ name: 'one' }))?.cwd).toBe(real);
});

test('only the chosen environment reaches an agent, fresh at each start', async () => {
  await t.cleanup();
  const env = {
    PATH: process.env.PATH,
    HOME: '/tmp',
    SECRET_TOKEN: 's',
    JAVA_HOME: '/old',
  };
  t = await createTestTmux({ env });
  const keeper = ['sleep', '1000'] as const;
  await t.start({ name: 'keeper', argv: keeper, env: { OTHER: 'of another session' } });
  const later = createTmuxClient({ ...t, run, env: { PATH: process.env.PATH, HOME: '/var/tmp' } });
  const file = path.join(t.dir, 'dump.json');
  await later.startSession({
    name: 'worker-1',
    cwd: t.dir,
    argv: [process.execPath, DUMP, file],
    env: { GIVEN: 'yes', DROPPED: 'no' },
    unsetEnv: ['DROPPED', 'HOME'],
    cols: 100,
    rows: 30,
    marker: 'm1',
  });
  const dump = await readDump(file);
  expect(Object.keys(dump.env).sort()).toEqual([
    'COLORTERM',
    'FACTORY_SESSION',
    'GIVEN',
    'PATH',
    'PWD',
    'TERM',
    'TERM_PROGRAM',
    'TERM_PROGRAM_VERSION',
  ]);
});

test('a taken name, an unfit name, size, variable or folder is refused and starts nothing', async () => {
  await t.start({ name: 'worker-1', argv: ['sleep', '1000'] });
  const again = { name: 'worker-1', argv: ['sleep', '1000'] as const };
  await expect(t.start({ ...again, marker: 'other' })).rejects.toMatchObject({ code: 'ALREADY_EXISTS' });
  expect((await t.tmux.readSession({ name: 'worker-1' }))?.marker).toBe('marker-worker-1');
  for (const name of [
    '-t',
    '--',
    '',
    'a b',
    'a:b',
    'a.b',
    '=a',
    '$1',
    '%1',
    '@1',
    'ä',
    'a\n',
    'x'.repeat(65),
  ]) {
    await expect(t.start({ name, argv: ['sleep', '1000'], marker: 'm' })).rejects.toMatchObject({
      code: 'BAD_INPUT',
    });
    await expect(t.tmux.killSession({ name })).rejects.toMatchObject({ code: 'BAD_INPUT' });
  }
  const bad = { name: 'worker-2', argv: ['sleep', '1000'] as const };
  const wrongs: Partial<StartSessionInput>[] = [
    { cwd: path.join(t.dir, 'missing') },
    { cwd: 'relative' },
    { cols: 19 },
    { rows: 201 },
    { cols: 80.5 },
    { env: { 'A B': 'x' } },
    { env: { A: 'x\0y' } },
    { unsetEnv: ['A; id'] },
    { marker: "m'" },
    { argv: [''] },
  ];
  for (const wrong of wrongs) {
    await expect(t.start({ ...bad, ...wrong })).rejects.toMatchObject({ code: 'BAD_INPUT' });
  }
  expect((await t.tmux.listSessions()).map((session) => session.name)).toEqual(['worker-1']);
});

test('a program cannot reach the tmux server that it lives in', async () => {
  await t.start({ name: 'worker-1', argv: ['sh', '-c', 'echo "[$TMUX$TMUX_PANE]"; exec sleep 1000'] });
  expect(await t.screenWith('worker-1', '[]')).toContain('[]');
});

test('a server that was started with another configuration follows ours with the next session', async () => {
  await t.start({ name: 'worker-1', argv: ['sleep', '1000'] });
  await t.raw('set', '-s', '@factory_config', 'older');
  await t.raw('set', '-g', 'history-limit', '7');
  await t.start({ name: 'worker-2', argv: ['sleep', '1000'] });
  expect(await t.raw('show-options', '-gv', 'history-limit')).toBe('20000\n');
  await t.raw('set', '-g', 'history-limit', '7');
  await t.start({ name: 'worker-3', argv: ['sleep', '1000'] });
  expect(await t.raw('show-options', '-gv', 'history-limit')).toBe('7\n');
});

test('our configuration is accepted without a complaint and holds', async () => {
  await t.start({ name: 'worker-1', argv: ['sleep', '1000'] });
  expect(await t.tmux.readSession({ name: 'worker-1' })).toMatchObject({
    inCopyMode: false,
    cols: 120,
    rows: 40,
  });
  expect(await t.raw('source-file', t.configPath)).toBe('');
  expect(await t.raw('list-keys', '-T', 'root').catch(() => '')).toBe('');
  expect(await t.raw('list-keys', '-T', 'prefix').catch(() => '')).toBe('');
  expect(await t.raw('show-options', '-gv', 'prefix')).toBe('None\n');
  expect(await t.raw('show-options', '-gv', 'update-environment')).toBe('');
  expect(await t.raw('show-options', '-wv', '-t', '=worker-1:', 'window-size')).toBe('manual\n');
});
