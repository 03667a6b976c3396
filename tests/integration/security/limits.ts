import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { openHome } from '@/backend/clients/home/open_home';
import { layOutHome } from '@/backend/clients/home/read_config';
import { run } from '@/backend/clients/process/run';
import { findOpenSession } from '@/backend/resource_accessors/session.accessor';
import { exportMount } from '@/backend/routers/export/export_mount';
import { healthMount } from '@/backend/routers/health/health_mount';
import { hooksMount } from '@/backend/routers/hooks/hooks_mount';
import { mcpMount } from '@/backend/routers/mcp/mcp_mount';
import { metricsMount } from '@/backend/routers/metrics/metrics_mount';
import { createListener, type Listener } from '@/backend/routers/web/create_listener';
import { createWebServer } from '@/backend/routers/web/create_web_server';
import { issueOwnerCookie } from '@/backend/routers/web/owner_cookie';
import type { Rates } from '@/backend/routers/web/pace';
import { tailTranscripts } from '@/backend/services/session/tail_transcripts';
import { trpcMount } from '@/backend/trpc/trpc_mount';
import { listen } from '../../support/listen';
import { type Ask, ask, type House, statusOf, talk } from './house';

export function limitAttacks(house: () => House): void {
  const stops: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop();
  });

  const plenty = { perSecond: 1000, burst: 1000 };
  const JSON_TYPE = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const LIST = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });

  /** Everything that `npm start` mounts, with less patience than there. */
  async function openDoor(rates: Partial<Rates> = {}) {
    const { deps } = house().factory;
    const home = openHome(layOutHome(path.join(house().world.dir, 'door')));
    let inner: Listener | null = null;
    const http = createWebServer(
      {
        request: (req, res) => inner?.request(req, res),
        upgrade: (req, socket, head) => inner?.upgrade(req, socket, head),
      },
      { headersMs: 300, requestMs: 600, checkEveryMs: 50, connections: 30 },
    );
    const { url, stop } = await listen(http);
    stops.push(stop);
    const port = Number(new URL(url).port);
    const errors: unknown[] = [];
    const now = deps.clock();
    inner = createListener({
      port,
      dev: false,
      home,
      // Stands still: on a busy machine a flood takes long enough to be forgiven.
      clock: () => now,
      mounts: [
        healthMount({ version: '1.0.0' }),
        mcpMount(deps),
        hooksMount(deps),
        trpcMount(deps),
        metricsMount(deps),
        exportMount(deps),
      ],
      upgrades: [],
      pages: null,
      onError: (error) => errors.push(error),
      rates: { owner: plenty, agent: plenty, stranger: plenty, ...rates },
    });
    const cookie = issueOwnerCookie({ key: home.cookieKey, port, now }).split(';')[0] ?? '';
    return { port, url, errors, cookie, home };
  }

  describe('a slow caller', () => {
    const MOUNTS = [
      '/api/trpc/project.add',
      '/mcp/task',
      '/hooks/turn_ended',
      '/api/export/decisions',
      '/api/metrics',
      '/api/health',
      '/nowhere',
    ];

    it('is let go of, at every address, by its head and by its body, while others are served', async () => {
      const door = await openDoor();
      const secrets = `Cookie: ${door.cookie}\r\n`;
      const head = (where: string) =>
        `POST ${where} HTTP/1.1\r\nHost: 127.0.0.1:${door.port}\r\nOrigin: ${door.url}\r\n${secrets}`;
      const agent = (where: string) =>
        `POST ${where} HTTP/1.1\r\nHost: 127.0.0.1:${door.port}\r\nAuthorization: Bearer ${house().alive.token}\r\n`;
      const forWhom = (where: string) => (/^\/(mcp|hooks)/.test(where) ? agent(where) : head(where));
      const drip = { text: 'x', everyMs: 40 };
      const body = 'Content-Type: application/json\r\nContent-Length: 100000\r\n\r\n{';
      const slow = MOUNTS.flatMap((where) => [
        talk(door.port, forWhom(where), { text: 'X: y\r\n', everyMs: 40 }),
        talk(door.port, `${forWhom(where)}${body}`, drip),
      ]);
      expect((await ask(door.port, { path: '/api/health' })).status).toBe(200);
      // They end, all of them: what a waiting address says is that it waited long enough.
      const heard = await Promise.all(slow);
      for (const [index, text] of heard.entries()) {
        expect([408, 400, 401, 403, 404, 405, 200], `${MOUNTS[index >> 1]}: ${text}`).toContain(
          statusOf(text),
        );
      }
      const waits = ['/api/trpc/project.add', '/mcp/task', '/hooks/turn_ended'];
      for (const where of waits)
        expect(statusOf(heard[MOUNTS.indexOf(where) * 2 + 1] ?? ''), where).toBe(408);
      expect(door.errors).toEqual([]);
    });

    it('does not keep the others out by holding many connections', async () => {
      const door = await openDoor();
      const held = Array.from({ length: 60 }, () => talk(door.port, 'GET / HTTP/1.1\r\n'));
      await Promise.all(held);
      expect((await ask(door.port, { path: '/api/health' })).status).toBe(200);
    });
  });

  describe('a huge body', () => {
    it('is refused at every address and costs nothing', async () => {
      const own = `http://127.0.0.1:${house().port}`;
      const huge = Buffer.alloc(40 * 1024 * 1024, 'x');
      const { server } = house().factory;
      const rss = () =>
        Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.child.pid}/status`, 'utf8'))?.[1]) / 1024;
      const before = rss();
      const agent = { ...JSON_TYPE, authorization: `Bearer ${house().alive.token}` };
      const places: Ask[] = [
        {
          method: 'POST',
          path: '/api/trpc/project.add',
          headers: { ...JSON_TYPE, cookie: house().cookie, origin: own },
        },
        { method: 'POST', path: '/api/trpc/project.add', headers: JSON_TYPE },
        { method: 'POST', path: '/mcp/task', headers: agent },
        { method: 'POST', path: '/mcp/task', headers: JSON_TYPE },
        { method: 'POST', path: '/hooks/turn_ended', headers: agent },
        { method: 'POST', path: '/hooks/turn_ended', headers: JSON_TYPE },
        { method: 'PUT', path: '/api/inngest', headers: JSON_TYPE },
        { method: 'POST', path: '/api/export/decisions', headers: { cookie: house().cookie, origin: own } },
      ];
      for (const place of places) {
        const { status } = await house()
          .ask({ ...place, body: huge })
          .catch((error: NodeJS.ErrnoException) => ({ status: error.code }));
        expect([400, 401, 405, 413, 'ECONNRESET', 'EPIPE'], `${place.path}: ${status}`).toContain(status);
      }
      const wide = await talk(
        house().port,
        `GET /api/health HTTP/1.1\r\nHost: 127.0.0.1:${house().port}\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`,
      );
      expect(statusOf(wide)).toBe(431);
      expect((await house().ask({ path: '/api/health' })).status).toBe(200);
      expect(rss() - before).toBeLessThan(400);
    });
  });

  describe('a flood', () => {
    const few = { perSecond: 1, burst: 3 };
    const asMany = (count: number, send: () => Promise<{ status: number }>) =>
      Promise.all(Array.from({ length: count }, async () => (await send()).status));

    it('of one agent is held back, and no other agent with it', async () => {
      const door = await openDoor({ agent: few });
      const call = (token: string) =>
        ask(door.port, {
          method: 'POST',
          path: '/mcp/task',
          headers: { ...JSON_TYPE, authorization: `Bearer ${token}` },
          body: LIST,
        });
      expect((await asMany(5, () => call(house().alive.token))).sort()).toEqual([200, 200, 200, 429, 429]);
      const last = await call(house().alive.token);
      expect(last.headers['retry-after']).toBe('1');
      expect(last.body).toContain('try again');
      expect((await call(house().dead.token)).status).toBe(401);
    });

    it('of strangers is held back, and keeps neither the owner nor the right link out', async () => {
      const door = await openDoor({ stranger: few });
      const guess = () => ask(door.port, { path: '/?token=guess' });
      expect((await asMany(5, guess)).sort()).toEqual([401, 401, 401, 429, 429]);
      expect((await ask(door.port, { path: '/api/trpc/project.list' })).status).toBe(429);
      const headers = { cookie: door.cookie };
      expect((await ask(door.port, { path: '/api/trpc/project.list', headers })).status).toBe(200);
      expect((await ask(door.port, { path: '/api/health' })).status).toBe(200);
      expect((await ask(door.port, { path: `/?token=${door.home.currentToken()}` })).status).toBe(303);
    });

    it('of a page of ours that has gone mad is held back', async () => {
      const door = await openDoor({ owner: few });
      const read = () => ask(door.port, { path: '/api/trpc/project.list', headers: { cookie: door.cookie } });
      expect((await asMany(5, read)).sort()).toEqual([200, 200, 200, 429, 429]);
    });
  });

  it('a file named by an agent that never gives anything does not stop the reading of others', async () => {
    const { deps } = house().factory;
    const pipe = path.join(house().world.dir, 'pipe');
    await run('mkfifo', [pipe]);
    const hook = (transcriptPath: string | null) =>
      house().ask({
        method: 'POST',
        path: '/hooks/tool_used',
        headers: { ...JSON_TYPE, authorization: `Bearer ${house().alive.token}` },
        body: JSON.stringify({ kind: 'tool_used', tool: 'x', summary: 'x', transcriptPath }),
      });
    const before = (await findOpenSession(deps.store, house().alive.agent.id))?.transcriptPath ?? null;
    expect((await hook(pipe)).status).toBe(200);
    expect((await findOpenSession(deps.store, house().alive.agent.id))?.transcriptPath).toBe(pipe);
    for (let n = 0; n < 5; n += 1) await tailTranscripts(deps);
    expect((await hook(before)).status).toBe(200);
  });
}
