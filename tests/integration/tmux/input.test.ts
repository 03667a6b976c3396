import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Run, run } from '@/backend/clients/process/run';
import { createTmuxClient } from '@/backend/clients/tmux/create_tmux_client';
import { createTestTmux, type TestTmux } from '../../support/tmux';
import { waitFor } from '../../support/wait_for';

const READ_PASTE = path.join(import.meta.dirname, 'fixtures/read_paste.mjs');
const OPEN = '\u001b[200~';
const CLOSE = '\u001b[201~';

let t: TestTmux;
let file: string;
beforeEach(async () => {
  t = await createTestTmux();
  file = path.join(t.dir, 'received');
  await t.start({ name: 'worker-1', argv: [process.execPath, READ_PASTE, file] });
  await t.screenWith('worker-1', 'ready');
});
afterEach(() => t.cleanup());

/** What the program has got, once it is as long as it should be. */
async function received(length: number): Promise<string> {
  const bytes = await waitFor(
    `${length} bytes`,
    async () => {
      const read = await readFile(file).catch(() => Buffer.alloc(0));
      return read.length >= length ? read : null;
    },
    { instead: async () => (await readFile(file, 'utf8').catch(() => '')).slice(-500) },
  );
  return bytes.toString();
}

const TEXTS: readonly string[] = [
  'x',
  'two\nlines and a last one\n',
  'tab\there, $HOME `id` $(id) ; | & > < * ? ~ ! # {} [] \\ \\n "double" \'single\'',
  '#{pane_pid} #(id) %1 =x: ;',
  '-t worker',
  'é ü ß — 漢字 かな 😀 👩‍👩‍👧 עברית عربى',
  'C-c Enter Escape',
  `${'8 KB of é漢😀 with $metacharacters; '.repeat(200)}end`,
  `${'many\nlines\n'.repeat(800)}end`,
  '\u001b[31mescape sequences\u001b[0m and \u0007 bell',
  '   spaces kept   ',
];

test('a paste arrives byte for byte, marked as one paste', async () => {
  let expected = '';
  for (const text of TEXTS) {
    await t.tmux.pasteText({ name: 'worker-1', text });
    expected += `${OPEN}${text}${CLOSE}`;
    expect(await received(Buffer.byteLength(expected))).toBe(expected);
  }
  expect(await t.raw('list-buffers')).toBe('');
});

test('a text cannot end its own paste and go on as keys', async () => {
  await t.tmux.pasteText({ name: 'worker-1', text: `a${CLOSE}\rrm -rf /${OPEN}` });
  const expected = `${OPEN}a\u241b[201~\rrm -rf /\u241b[200~${CLOSE}`;
  expect(await received(Buffer.byteLength(expected))).toBe(expected);
});

test('in copy mode a paste and Enter still reach the program', async () => {
  await t.raw('copy-mode', '-t', '=worker-1:');
  expect(await t.tmux.readSession({ name: 'worker-1' })).toMatchObject({ inCopyMode: true });
  await t.tmux.pasteText({ name: 'worker-1', text: 'hello' });
  await received(Buffer.byteLength(`${OPEN}hello${CLOSE}`));
  await t.raw('copy-mode', '-t', '=worker-1:');
  await t.tmux.sendEnter({ name: 'worker-1' });
  expect(await received(Buffer.byteLength(`${OPEN}hello${CLOSE}\r`))).toBe(`${OPEN}hello${CLOSE}\r`);
  await t.raw('copy-mode', '-t', '=worker-1:');
  await t.raw('choose-tree', '-t', '=worker-1:');
  await t.tmux.viewForTyping({ name: 'worker-1', leaveModes: false });
  expect(await t.tmux.readSession({ name: 'worker-1' })).toMatchObject({ inCopyMode: true });
  await t.tmux.viewForTyping({ name: 'worker-1', leaveModes: true });
  expect(await t.tmux.readSession({ name: 'worker-1' })).toMatchObject({ inCopyMode: false });
  await t.tmux.viewForTyping({ name: 'worker-1', leaveModes: true });
});

test('keys are pressed by name, and a word that is no key is refused instead of typed', async () => {
  await t.tmux.sendKeys({ name: 'worker-1', keys: ['a', ';', 'C-c', 'Escape', 'Up', '-', '#'] });
  const expected = 'a;\u0003\u001b\u001b[A-#';
  expect(await received(expected.length)).toBe(expected);
  await t.tmux.clearLine({ name: 'worker-1', lines: 2 });
  const cleared = `${expected}\u0005\u0015\u007f\u0005\u0015`;
  expect(await received(cleared.length)).toBe(cleared);
  for (const keys of [['Entr'], [], ['rm -rf'], ['Enter', 'é']]) {
    await expect(t.tmux.sendKeys({ name: 'worker-1', keys })).rejects.toMatchObject({ code: 'BAD_INPUT' });
  }
  await expect(t.tmux.pasteText({ name: 'worker-1', text: '' })).rejects.toMatchObject({ code: 'BAD_INPUT' });
  expect(await received(cleared.length)).toBe(cleared);
});

test('a program that ends in the moment of a paste takes nobody else with it', async () => {
  const pid = await t.start({ name: 'over', argv: ['sleep', '60'] });
  const dying: Run = async (program, args, options) => {
    if (args.includes('load-buffer')) {
      process.kill(pid, 'SIGKILL');
      await t.whenDead('over');
    }
    return run(program, args, options);
  };
  const env = { PATH: process.env.PATH, HOME: t.dir, LANG: 'C.UTF-8' };
  const { socketPath, configPath } = t;
  const tmux = createTmuxClient({ run: dying, socketPath, configPath, env });
  await expect(tmux.pasteText({ name: 'over', text: 'x' })).rejects.toMatchObject({ code: 'WRONG_STATE' });
  expect((await t.tmux.listSessions()).map(({ name, dead }) => `${name} ${dead}`).sort()).toEqual([
    'over true',
    'worker-1 false',
  ]);
  expect(await t.raw('list-buffers')).toBe('');
});

test('nothing is typed at a program that has ended', async () => {
  await t.start({ name: 'over', argv: ['sh', '-c', 'exit 7'] });
  await t.whenDead('over');
  await expect(t.tmux.pasteText({ name: 'over', text: 'x' })).rejects.toMatchObject({
    code: 'WRONG_STATE',
    data: { exitStatus: 7 },
  });
});
