import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { endSession } from '@/backend/resource_accessors/session.accessor';
import { readScreens } from '@/backend/services/session/read_screens';
import { startTestTerminal, type TestTerminal } from '../../support/terminal';
import { waitFor } from '../../support/wait_for';

let s: TestTerminal;
beforeEach(async () => {
  s = await startTestTerminal();
});
afterEach(() => s.cleanup());

const attached = async (name: string) => (await s.t.tmux.readSession({ name }))?.attachedClients;

test('a writer types and sees the answer; a reader sees the same and its keys go nowhere', async () => {
  const session = await s.begin(['cat']);
  const [writer, reader] = [s.view(session.id, 'write'), s.view(session.id, 'read')];
  expect(await writer.frame('attached')).toMatchObject({ mode: 'write', cols: 120, rows: 40 });
  expect(await reader.frame('attached')).toMatchObject({ mode: 'read', cols: 120, rows: 40 });
  await waitFor('both attached', async () => (await attached(session.tmuxName)) === 2);
  reader.send({ type: 'input', data: 'from the reader\r' });
  reader.send({ type: 'resize', cols: 200, rows: 60 });
  writer.send({ type: 'input', data: 'héllo 漢字 😀 $HOME\r' });
  await Promise.all([writer.shows('héllo 漢字 😀 $HOME'), reader.shows('héllo 漢字 😀 $HOME')]);
  expect(await s.t.tmux.capture({ name: session.tmuxName })).not.toContain('from the reader');
  expect(await s.t.tmux.readSession({ name: session.tmuxName })).toMatchObject({ cols: 120, rows: 40 });
  reader.ws.close();
  await waitFor('the reader gone', async () => (await attached(session.tmuxName)) === 1);
  writer.send({ type: 'input', data: 'still here\r' });
  await writer.shows('still here');
});

test("a writer's size reaches the program and every viewer, but never squeezes the agent", async () => {
  const script = `trap 'stty size' WINCH; stty size; while :; do sleep 0.05; done`;
  const session = await s.begin(['sh', '-c', script]);
  const [writer, reader] = [s.view(session.id, 'write'), s.view(session.id)];
  await Promise.all([writer.frame('attached'), reader.frame('attached')]);
  writer.send({ type: 'resize', cols: 132, rows: 43 });
  expect(await reader.frame('resized')).toMatchObject({ cols: 132, rows: 43 });
  await reader.shows('43 132');
  writer.send({ type: 'resize', cols: 30, rows: 10 });
  await writer.shows('24 80');
  expect(await s.t.tmux.readSession({ name: session.tmuxName })).toMatchObject({ cols: 80, rows: 24 });
});

test('the end of the program is shown with its status, with all that it said, and closes the socket', async () => {
  const session = await s.begin(['sh', '-c', 'echo first words; read x; echo last words; sleep 0.3; exit 7']);
  const viewer = s.view(session.id, 'write');
  await viewer.shows('first words');
  viewer.send({ type: 'input', data: '\r' });
  expect(await viewer.frame('ended')).toMatchObject({ exitStatus: 7, exitSignal: null });
  expect(viewer.text()).toContain('last words');
  expect(await viewer.closed).toBe(1000);
  // Coming back to a pane that nobody has closed yet.
  const again = s.view(session.id);
  expect(await again.frame('ended')).toMatchObject({ exitStatus: 7 });
  expect(again.text()).toContain('first words');
  expect(await again.closed).toBe(1000);
});

test('an ended session is read from its file, also when a later one has taken its name', async () => {
  const session = await s.begin([
    'sh',
    '-c',
    `printf '\\033[31mred\\033[0m\\n'; seq 1 500; sleep 0.3; exit 3`,
  ]);
  await s.t.whenDead(session.tmuxName);
  const file = path.join(s.t.dir, 'scrollback.txt');
  await s.t.tmux.captureAll({ name: session.tmuxName, path: file });
  await s.t.tmux.killSession({ name: session.tmuxName, graceMs: 100 });
  await s.store.write((tx) =>
    endSession(tx, session.id, { exitStatus: 3, reason: 'ended', scrollbackPath: file }),
  );
  await s.t.start({ name: session.tmuxName, argv: ['sh', '-c', 'echo a later life; exec sleep 1000'] });
  const viewer = s.view(session.id, 'write');
  expect(await viewer.frame('ended')).toMatchObject({ exitStatus: 3, cols: 80 });
  expect(await viewer.closed).toBe(1000);
  expect(viewer.text()).toContain('\u001b[31mred');
  expect(viewer.text()).toContain('\r\n500');
  expect(viewer.text()).not.toContain('a later life');
  expect((await readFile(file, 'utf8')).split('\n').length).toBeGreaterThan(500);
});

test('killed while watched: the viewer learns of the end once the session is closed', async () => {
  const session = await s.begin(['sh', '-c', 'echo at work; exec sleep 1000']);
  const viewer = s.view(session.id);
  await viewer.shows('at work');
  // Time enough for a busy machine to end it by the first signal: the second one would be told as another end.
  await s.t.tmux.killSession({ name: session.tmuxName, graceMs: 30_000 });
  await s.store.write((tx) =>
    endSession(tx, session.id, { exitStatus: 143, reason: 'stopped', scrollbackPath: null }),
  );
  // Read from the dead pane, or from the row once the pane is gone.
  const { exitStatus, exitSignal } = await viewer.frame('ended');
  expect([exitStatus, exitSignal]).toEqual(exitSignal === null ? [143, null] : [null, 'SIGTERM']);
  expect(await viewer.closed).toBe(1000);
});

test('a viewer that tmux lets go of is told to connect again, and can', async () => {
  const session = await s.begin(['sh', '-c', 'echo at work; exec sleep 1000']);
  const viewer = s.view(session.id);
  await viewer.shows('at work');
  await s.t.raw('detach-client', '-s', `=${session.tmuxName}`);
  await viewer.frame('detached');
  expect(await viewer.closed).toBe(1012);
  await s.view(session.id).shows('at work');
});

test('screens of many sessions are read with two calls, ended ones left out', async () => {
  const sessions = await Promise.all(
    ['one', 'two', 'three'].map((word) =>
      s.begin(['sh', '-c', `printf '\\033[32m${word} at work\\033[0m\\n'; exec sleep 1000`]),
    ),
  );
  for (const session of sessions) await s.t.screenWith(session.tmuxName, 'at work');
  const over = await s.begin(['false']);
  await s.t.whenDead(over.tmuxName);
  s.t.calls.length = 0;
  const sessionIds = [...sessions, over].map((session) => session.id);
  const screens = await readScreens({ store: s.store, tmux: s.t.tmux }, { sessionIds });
  expect(s.t.calls).toHaveLength(2);
  expect(screens.map((screen) => screen.sessionId).sort()).toEqual(sessions.map(({ id }) => id).sort());
  expect(screens.find((screen) => screen.sessionId === sessions[1]?.id)).toMatchObject({
    text: expect.stringContaining('\u001b[32mtwo at work'),
    cols: 120,
    rows: 40,
  });
});
