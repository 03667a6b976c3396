import { afterEach, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { isRunning } from '@/backend/clients/process/is_running';
import { startTestTerminal, type TestTerminal } from '../../support/terminal';
import { waitFor } from '../../support/wait_for';

let s: TestTerminal;
beforeEach(async () => {
  s = await startTestTerminal();
});
afterEach(() => s.cleanup());

test('a flood is held back by a tab that takes nothing, costs no memory, and flows for one that does', async () => {
  const session = await s.begin(['yes', 'flood '.repeat(15)]);
  const stuck = s.view(session.id, 'read', { ack: false });
  await waitFor('the flood to be held', () => stuck.bytes() >= 512 * 1024);
  const before = process.memoryUsage().rss;
  const flowing = s.view(session.id);
  await waitFor('the flood to flow', () => flowing.bytes() > 900 * 1024);
  // What was on its way when it was held has come; nothing more, while the other took as much again.
  const held = stuck.bytes();
  expect(held).toBeLessThan(512 * 1024 + 256 * 1024);
  expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024);
  // Once it takes what it was given, it goes on.
  stuck.send({ type: 'ack', bytes: held });
  await waitFor('the flood to go on', () => stuck.bytes() > held);
});

test('only the owner in our own page gets a terminal', async () => {
  const session = await s.begin(['sh', '-c', 'echo secret; exec sleep 1000']);
  const knock = (headers: Record<string, string>, at = `/terminal/${session.id}?mode=write`) =>
    new Promise<number>((resolve) => {
      const ws = new WebSocket(`${s.url.replace('http', 'ws')}${at}`, { headers });
      ws.on('open', () => {
        resolve(101);
        ws.close();
      });
      ws.on('unexpected-response', (_, response) => {
        resolve(response.statusCode ?? 0);
        ws.terminate();
      });
      ws.on('error', () => undefined);
    });
  const { cookie, url } = s;
  expect(await knock({ cookie, origin: url })).toBe(101);
  expect(await knock({ origin: url })).toBe(401);
  expect(await knock({ cookie: `${cookie}x`, origin: url })).toBe(401);
  expect(await knock({ cookie })).toBe(403);
  expect(await knock({ cookie, origin: 'http://evil.example' })).toBe(403);
  expect(await knock({ cookie, origin: url.replace('http', 'https') })).toBe(403);
  expect(await knock({ cookie, origin: 'http://evil.example', host: 'evil.example' })).toBe(421);
  expect(await knock({ cookie, origin: url }, `/terminal/${session.id}?mode=root`)).toBe(400);
  expect(await knock({ cookie, origin: url }, '/terminal/../etc')).toBe(404);
  expect(await knock({ cookie, origin: url }, '/other/x')).toBe(404);
});

test('an unknown session, a bad frame and one viewer too many are refused with words', async () => {
  const unknown = s.view('no-such-session');
  expect((await unknown.frame('error')).message).toContain('There is no session');
  expect(await unknown.closed).toBe(4404);
  const session = await s.begin(['sleep', '1000']);
  for (const bad of ['{', '{"type":"exec"}', '{"type":"resize","cols":-1,"rows":1}', 'null']) {
    const viewer = s.view(session.id, 'write');
    await viewer.frame('attached');
    viewer.ws.send(bad);
    expect(await viewer.closed).toBe(1008);
  }
  const viewers = Array.from({ length: 16 }, () => s.view(session.id));
  await Promise.all(viewers.map((viewer) => viewer.frame('attached')));
  const tooMany = s.view(session.id);
  expect((await tooMany.frame('error')).message).toContain('Too many');
  expect(await tooMany.closed).toBe(1013);
  viewers[0]?.ws.close();
  await waitFor('a free place', async () => {
    const next = s.view(session.id);
    return (await Promise.race([next.frame('attached'), next.closed])) !== 1013;
  });
});

test('at the stop of the server every viewer is told and gone, the one that does not answer too, and the agent goes on', async () => {
  const session = await s.begin(['sh', '-c', 'echo at work; exec sleep 1000']);
  const viewers = [
    s.view(session.id),
    s.view(session.id, 'write'),
    s.view(session.id, 'read', { ack: false }),
  ];
  await Promise.all(viewers.map((viewer) => viewer.shows('at work')));
  // One that does not even answer the goodbye.
  viewers[2]?.ws.pause();
  await s.terminal.close();
  await viewers[0]?.frame('detached');
  expect(await viewers[0]?.closed).toBe(1001);
  await waitFor('no client left', async () => {
    const pane = await s.t.tmux.readSession({ name: session.tmuxName });
    return pane !== null && pane.attachedClients === 0 && isRunning(pane.panePid);
  });
  const late = s.view(session.id);
  await late.closed;
  expect(late.frames).toEqual([]);
});
