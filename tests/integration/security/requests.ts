import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { findOpenSession, listSessions } from '@/backend/resource_accessors/session.accessor';
import { tailTranscripts } from '@/backend/services/session/tail_transcripts';
import { waitFor } from '../../support/wait_for';
import { type Ask, type House, statusOf, talk } from './house';

export function requestAttacks(house: () => House): void {
  const LIST = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  const HOOK = JSON.stringify({ kind: 'turn_ended', lastAssistantText: null, continued: false });
  const ADD = JSON.stringify({ json: { path: '/nowhere' } });

  /** One address of each thing that answers. */
  const OWNERS: Ask[] = [
    { path: '/' },
    { path: '/api/trpc/project.list' },
    { path: '/api/trpc/events.tail' },
    { method: 'POST', path: '/api/trpc/project.add', body: ADD },
    { path: '/api/export/decisions?format=csv' },
    { path: '/api/metrics' },
    { path: '/_next/static/anything.js' },
  ];
  const AGENTS: Ask[] = [
    ...['task', 'git', 'mail', 'agent', 'system'].map((name) => ({
      method: 'POST',
      path: `/mcp/${name}`,
      body: LIST,
    })),
    { method: 'POST', path: '/hooks/turn_ended', body: HOOK },
  ];
  const PROGRAMS: Ask[] = [...AGENTS, { method: 'PUT', path: '/api/inngest', body: '{}' }];
  const own = () => `http://127.0.0.1:${house().port}`;
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const JSON_TYPE = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

  async function statuses(places: readonly Ask[], headers: Record<string, string>): Promise<number[]> {
    return Promise.all(
      places.map(
        async (place) => (await house().ask({ ...place, headers: { ...JSON_TYPE, ...headers } })).status,
      ),
    );
  }
  const all = (places: readonly Ask[], status: number) => places.map(() => status);

  describe('a name that is not ours (DNS rebinding)', () => {
    it('is refused at every address, whatever secrets come with it', async () => {
      const { port } = house();
      const names = [
        'evil.example',
        `evil.example:${port}`,
        `127.0.0.1.evil.example:${port}`,
        `127.0.0.1:${port}.evil.example`,
        '127.0.0.1',
        'localhost',
        `127.0.0.1:${port + 1}`,
        `localhost.:${port}`,
        `127.0.0.1.:${port}`,
        `[::1]:${port}`,
        `[::ffff:127.0.0.1]:${port}`,
        `0.0.0.0:${port}`,
        `127.1:${port}`,
        `2130706433:${port}`,
        `user@127.0.0.1:${port}`,
        `127.0.0.1:0${port}`,
      ];
      const secrets = { cookie: house().cookie };
      for (const host of names) {
        expect(await statuses(OWNERS, { ...secrets, host, origin: `http://${host}` }), host).toEqual(
          all(OWNERS, 421),
        );
        expect(await statuses(PROGRAMS, { ...bearer(house().alive.token), host }), host).toEqual(
          all(PROGRAMS, 421),
        );
      }
      expect((await house().ask({ path: '/api/health', headers: { host: 'evil.example' } })).status).toBe(
        421,
      );
    });

    it('cannot be slipped in by the request line, twice, or left out', async () => {
      const { port, cookie } = house();
      const head = (line: string, hosts: string[]) =>
        `${line} HTTP/1.1\r\n${hosts.map((host) => `Host: ${host}\r\n`).join('')}Cookie: ${cookie}\r\nConnection: close\r\n\r\n`;
      const ours = `127.0.0.1:${port}`;
      const tries: [string, string[]][] = [
        [`GET http://evil.example/api/trpc/project.list`, [ours]],
        [`GET //evil.example/api/trpc/project.list`, [ours]],
        ['GET /api/trpc/project.list', []],
        ['GET /api/trpc/project.list', ['evil.example', ours]],
        ['GET *', [ours]],
      ];
      for (const [line, hosts] of tries) {
        expect([400, 421], `${line} ${hosts}`).toContain(statusOf(await talk(port, head(line, hosts))));
      }
      expect(statusOf(await talk(port, head('GET /api/trpc/project.list', [ours])))).toBe(200);
    });
  });

  describe('a page of another site (CSRF)', () => {
    it('changes nothing by a form, a beacon or a fetch, at any address', async () => {
      const { tail } = house().factory.deps.store;
      const before = tail.last();
      const types = [
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        'text/plain',
        'application/json',
      ];
      const origins: (string | null)[] = [
        null,
        'null',
        'http://evil.example',
        `https://127.0.0.1:${house().port}`,
        `http://localhost:${house().port}`,
        `http://127.0.0.1:${house().port + 1}`,
        `http://127.0.0.1:${house().port}.evil.example`,
      ];
      const changes = OWNERS.filter((place) => place.method === 'POST');
      for (const type of types) {
        for (const origin of origins) {
          const headers = { 'content-type': type, ...(origin === null ? {} : { origin }) };
          const label = `${type} from ${origin}`;
          expect(await statuses(changes, { ...headers, cookie: house().cookie }), label).toEqual(
            all(changes, 403),
          );
          if (origin === null) continue;
          expect(await statuses(PROGRAMS, { ...headers, ...bearer(house().alive.token) }), label).toEqual(
            all(PROGRAMS, 403),
          );
        }
        // Without an Origin an agent's address is open to programs; a browser has no token, and says that it is one.
        for (const site of ['cross-site', 'same-site', 'same-origin', 'none']) {
          const headers = { 'content-type': type, 'sec-fetch-site': site };
          expect(await statuses(PROGRAMS, headers), `${type} ${site}`).toEqual(all(PROGRAMS, 403));
        }
        expect(await statuses(AGENTS, { 'content-type': type, cookie: house().cookie }), type).toEqual(
          all(AGENTS, 401),
        );
      }
      // The agent that is done with its epic may still be going to rest.
      const changed = tail
        .read(before, 1000)
        .filter(({ kind, agentId }) => kind.startsWith('project.') || agentId === house().alive.agent.id);
      expect(changed).toEqual([]);
    });

    it('changes nothing by an address alone, and reads nothing', async () => {
      const input = encodeURIComponent(ADD);
      const { cookie } = house();
      for (const place of [
        `/api/trpc/project.add?input=${input}`,
        `/api/trpc/project.add?batch=1&input=${encodeURIComponent(`{"0":${ADD}}`)}`,
      ]) {
        const headers = { cookie, 'x-http-method-override': 'POST' };
        expect((await house().ask({ path: place, headers })).status).toBe(405);
      }
      const reads = OWNERS.filter((place) => place.path.startsWith('/api/'));
      for (const site of ['cross-site', 'same-site']) {
        expect(await statuses(reads, { cookie, 'sec-fetch-site': site, origin: own() })).toEqual(
          all(reads, 403),
        );
      }
    });

    it('gets no terminal (WebSocket hijack)', async () => {
      const session = await findOpenSession(house().factory.deps.store, house().alive.agent.id);
      const { cookie } = house();
      const knock = (headers: Record<string, string>) =>
        new Promise<number>((resolve) => {
          const ws = new WebSocket(`${own().replace('http', 'ws')}/terminal/${session?.id}?mode=write`, {
            headers,
          });
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
      expect(await knock({ cookie, origin: own() })).toBe(101);
      expect(await knock({ cookie })).toBe(403);
      expect(await knock({ cookie, origin: 'null' })).toBe(403);
      expect(await knock({ cookie, origin: 'http://evil.example' })).toBe(403);
      expect(await knock({ cookie, origin: 'http://evil.example', host: 'evil.example' })).toBe(421);
      expect(await knock({ origin: own() })).toBe(401);
      expect(await knock({ origin: own(), ...bearer(house().alive.token) })).toBe(401);
      expect(await knock({ origin: own(), cookie: `factory_${house().port}=${house().alive.token}` })).toBe(
        401,
      );
    });

    it('cannot end the server by hanging up in the middle of a handshake', async () => {
      const { port } = house();
      const head = `GET /terminal/x HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nOrigin: http://evil.example\r\n\r\n`;
      for (let n = 0; n < 50; n += 1) {
        await new Promise<void>((resolve) => {
          const socket = connect({ host: '127.0.0.1', port }, () => {
            socket.write(head + 'x'.repeat(50_000));
            setImmediate(() => {
              socket.resetAndDestroy();
              resolve();
            });
          });
          socket.on('error', () => undefined);
        });
      }
      expect((await house().ask({ path: '/api/health' })).status).toBe(200);
      expect(house().factory.server.output()).not.toMatch(/uncaught|ECONNRESET|EPIPE/i);
    });
  });

  describe("an agent's token", () => {
    it('opens the tools and hooks of its agent, and nothing else', async () => {
      expect(await statuses(AGENTS, bearer(house().alive.token))).toEqual(all(AGENTS, 200));
      const { token } = house().alive;
      const tries: Record<string, string>[] = [
        bearer(token),
        { cookie: `factory_${house().port}=${token}` },
        { ...bearer(token), origin: own() },
      ];
      for (const headers of tries) {
        expect(await statuses(OWNERS, headers)).toEqual(all(OWNERS, 401));
      }
      expect((await house().ask({ path: `/?token=${token}` })).status).toBe(401);
    });

    it('is dead with its agent', async () => {
      expect(await statuses(AGENTS, bearer(house().dead.token))).toEqual(all(AGENTS, 401));
      expect(await statuses(OWNERS, bearer(house().dead.token))).toEqual(all(OWNERS, 401));
    });

    it('speaks for its own agent, whoever the text says it is', async () => {
      const { deps } = house().factory;
      const { store } = deps;
      const mine = await findOpenSession(store, house().alive.agent.id);
      const others = async () => (await listSessions(store, {})).filter((session) => session.id !== mine?.id);
      // What others have said just now is counted a moment later.
      const before = await waitFor('all that others said to be counted', async () => {
        const known = await others();
        await tailTranscripts(deps);
        return isDeepStrictEqual(known, await others()) ? known : null;
      });
      const victim = before.find((session) => session.agentId === house().dead.agent.id);
      const body = JSON.stringify({
        kind: 'turn_ended',
        lastAssistantText: 'I am somebody else',
        continued: false,
        agentId: house().dead.agent.id,
        providerSessionId: victim?.providerSessionId,
        transcriptPath: victim?.transcriptPath ?? null,
      });
      const answer = await house().ask({
        method: 'POST',
        path: '/hooks/turn_ended',
        headers: { ...JSON_TYPE, ...bearer(house().alive.token) },
        body,
      });
      expect(answer.status).toBe(200);
      expect(await others()).toEqual(before);
      expect((await findOpenSession(store, house().alive.agent.id))?.lastAssistantText).toBe(
        'I am somebody else',
      );
    });
  });

  describe('the sign-in link', () => {
    it('works once, and stays out of answers, logs and addresses', async () => {
      const { usedToken } = house();
      const again = await house().ask({ path: `/?token=${usedToken}`, headers: { accept: 'text/html' } });
      expect(again.status).toBe(401);
      expect(again.body).not.toContain(usedToken);
      expect(again.headers['set-cookie']).toBeUndefined();

      const token = readFileSync(path.join(house().home, 'token'), 'utf8').trim();
      expect(token).not.toBe(usedToken);
      expect((await house().ask({ method: 'POST', path: `/?token=${token}` })).status).toBe(401);
      const answer = await house().ask({ path: `/?token=${token}` });
      expect(answer.status).toBe(303);
      expect(answer.headers.location).toBe('/');
      expect(answer.headers['referrer-policy']).toBe('no-referrer');
      expect(answer.headers['cache-control']).toBe('no-store');
      const flags = String(answer.headers['set-cookie']).split('; ').slice(1);
      expect(flags.sort()).toEqual(['HttpOnly', 'Max-Age=2592000', 'Path=/', 'SameSite=Strict']);
      const log = readFileSync(path.join(house().home, 'logs', 'server.log'), 'utf8');
      for (const secret of [usedToken, token, house().cookie.split('=')[1] ?? ''])
        expect(log).not.toContain(secret);
    });
  });

  describe('every answer', () => {
    it('keeps the page to itself: policy, no sniffing, no frames, no referrer, no cache', async () => {
      const asked: Ask[] = [
        { path: '/', headers: { cookie: house().cookie, accept: 'text/html' } },
        { path: '/', headers: { accept: 'text/html' } },
        { path: '/api/health' },
        { path: '/api/trpc/project.list', headers: { cookie: house().cookie } },
        { path: '/api/trpc/no.such', headers: { cookie: house().cookie } },
        { path: '/api/export/decisions?format=csv', headers: { cookie: house().cookie } },
        { path: '/nowhere/at/all', headers: { cookie: house().cookie, accept: 'text/html' } },
        {
          method: 'POST',
          path: '/mcp/task',
          body: LIST,
          headers: { ...JSON_TYPE, ...bearer(house().alive.token) },
        },
        { method: 'POST', path: '/hooks/turn_ended', body: HOOK },
        { path: '//evil.example' },
      ];
      for (const one of asked) {
        const { headers } = await house().ask(one);
        const policy = String(headers['content-security-policy']);
        for (const part of [
          "default-src 'self'",
          "object-src 'none'",
          "base-uri 'none'",
          "frame-ancestors 'none'",
        ]) {
          expect(policy, one.path).toContain(part);
        }
        const scripts = /script-src ([^;]+)/.exec(policy)?.[1] ?? '';
        expect(scripts).toMatch(/^'self' 'nonce-[\w+/=]{20,}'$/);
        expect(headers, one.path).toMatchObject({
          'x-content-type-options': 'nosniff',
          'x-frame-options': 'DENY',
          'referrer-policy': 'no-referrer',
          'cross-origin-opener-policy': 'same-origin',
          'cross-origin-resource-policy': 'same-origin',
        });
        expect(headers['access-control-allow-origin'], one.path).toBeUndefined();
        expect(headers['x-powered-by'], one.path).toBeUndefined();
        if (one.path.startsWith('/api/trpc')) expect(headers['cache-control']).toContain('no-store');
      }
      const preflight = await house().ask({
        method: 'OPTIONS',
        path: '/api/trpc/project.add',
        headers: { origin: 'http://evil.example', 'access-control-request-method': 'POST' },
      });
      expect(preflight.status).toBe(403);
    });
  });

  describe('the socket', () => {
    it('listens on 127.0.0.1 alone', async () => {
      const port = house().port.toString(16).toUpperCase().padStart(4, '0');
      const table = ['tcp', 'tcp6'].flatMap((name) => readFileSync(`/proc/net/${name}`, 'utf8').split('\n'));
      const listening = table
        .map((line) => line.trim().split(/\s+/))
        .filter(([, local, , state]) => state === '0A' && local?.endsWith(`:${port}`));
      expect(listening.map(([, local]) => local)).toEqual([`0100007F:${port}`]);
      await expect(fetch(`http://[::1]:${house().port}/api/health`)).rejects.toThrow();
    });
  });
}
