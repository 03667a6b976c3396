import { statSync } from 'node:fs';
import { request } from 'node:http';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type TestServer } from '../../support/server';

let server: TestServer;
let cookie: string;

beforeAll(async () => {
  server = await startServer();
  cookie = await server.signIn();
});
afterAll(() => server.stop());

/** By hand, because fetch chooses Host and Origin itself. */
function ask(input: {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
}): Promise<{ status: number; body: string; headers: Record<string, string | string[] | undefined> }> {
  return new Promise((resolve, reject) => {
    const req = request(
      {
        host: '127.0.0.1',
        port: server.port,
        method: input.method ?? 'GET',
        path: input.path,
        headers: input.headers,
      },
      (res) => {
        let body = '';
        res.setEncoding('utf8').on('data', (text: string) => {
          body += text;
        });
        res.on('end', () => resolve({ status: res.statusCode ?? 0, body, headers: res.headers }));
      },
    );
    req.once('error', reject);
    req.end(input.body);
  });
}

const own = () => `http://127.0.0.1:${server.port}`;
const add = (headers: Record<string, string>, body = '{"json":{"path":"/nowhere"}}') =>
  ask({ method: 'POST', path: '/api/trpc/project.add', headers, body });

describe('the door', () => {
  it('tells strangers that it is there, and nothing else', async () => {
    const health = await ask({ path: '/api/health' });
    expect(health.status).toBe(200);
    expect(JSON.parse(health.body)).toEqual({ ok: true, version: expect.stringMatching(/^\d+\.\d+\.\d+/) });
    for (const place of ['/', '/projects', '/api/trpc/project.list', '/nowhere', '/_next/static/x.js']) {
      expect((await ask({ path: place })).status, place).toBe(401);
    }
    for (const place of ['/mcp/task', '/hooks/turn_ended']) {
      expect((await ask({ method: 'POST', path: place })).status, place).toBeGreaterThanOrEqual(401);
    }
  });

  it('gives the cookie for the token once', async () => {
    expect(cookie).toMatch(new RegExp(`^factory_${server.port}=`));
    const again = await ask({ path: '/?token=0123456789abcdef' });
    expect(again.status).toBe(401);
    expect(again.body).toContain('npm run factory -- open');
    expect(again.headers['set-cookie']).toBeUndefined();
  });

  it('keeps its files to their owner', () => {
    const home = path.join(server.home, 'factory');
    expect(statSync(home).mode & 0o777).toBe(0o700);
    for (const file of ['token', 'cookie-key', 'factory.db']) {
      expect(statSync(path.join(home, file)).mode & 0o777, file).toBe(0o600);
    }
  });

  it('refuses a foreign Host, whatever the cookie says', async () => {
    for (const host of ['evil.example', `evil.example:${server.port}`, '127.0.0.1.evil.example']) {
      expect((await ask({ path: '/api/trpc/project.list', headers: { host, cookie } })).status, host).toBe(
        421,
      );
    }
  });

  it.each([
    ['no Origin', {}],
    ['a foreign Origin', { origin: 'https://evil.example' }],
    ['an opaque Origin', { origin: 'null' }],
    ['another port of ours', { origin: 'http://127.0.0.1:1' }],
    ['a form of another site', { origin: 'http://evil.example', 'content-type': 'text/plain' }],
  ])('changes nothing for a request with %s', async (_name, headers) => {
    const answer = await add({ cookie, 'content-type': 'application/json', ...headers });
    expect(answer.status).toBe(403);
  });

  it('lets its owner in and explains bad input', async () => {
    const answer = await add({ cookie, origin: own(), 'content-type': 'application/json' });
    expect(answer.status).toBe(404);
    expect(answer.body).toContain('does not exist');
  });

  it('refuses a body that is too large', async () => {
    const huge = `{"json":{"path":"${'x'.repeat(5 * 1024 * 1024)}"}}`;
    const answer = await add({ cookie, origin: own(), 'content-type': 'application/json' }, huge).catch(
      (error: NodeJS.ErrnoException) => ({ status: error.code }),
    );
    expect([413, 'ECONNRESET', 'EPIPE']).toContain(answer.status);
  });

  it('sends the headers that keep a page to itself', async () => {
    const { headers } = await ask({ path: '/', headers: { cookie, accept: 'text/html' } });
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['referrer-policy']).toBeDefined();
  });

  it('listens on loopback alone', async () => {
    const { networkInterfaces } = await import('node:os');
    const outside = Object.values(networkInterfaces())
      .flat()
      .find((entry) => entry?.family === 'IPv4' && !entry.internal);
    if (outside === undefined) return;
    await expect(fetch(`http://${outside.address}:${server.port}/api/health`)).rejects.toThrow();
  });
});
