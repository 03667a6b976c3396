import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { createEmulator } from 'emulate';
import { z } from 'zod';
import { createGithubClient } from '@/backend/clients/github/create_github_client';
import { run } from '@/backend/clients/process/run';
import { listen } from '../../support/listen';
import { readJsonBody } from '../../support/read_body';

export const OWNER = 'octocat';
export const REPO = 'hello-world';
const TOKEN = 'test-token';

export type Weather = 'fair' | 'down' | 'limited' | 'logged out';

/**
 * A stateful GitHub, with a door in front that does what the emulator does not: ETags, outages, a rate limit, and the
 * comments of a whole repository. It has no git, so its heads have ids of its own; the door takes ours out of a merge.
 */
export async function startGithub() {
  const emulator = await createEmulator({
    service: 'github',
    port: await freePort(),
    seed: {
      tokens: { [TOKEN]: { login: OWNER, scopes: ['repo', 'user'] } },
      github: {
        users: [{ login: OWNER, name: 'The Octocat', email: 'octocat@example.com' }],
        repos: [{ owner: OWNER, name: REPO, auto_init: true }],
      },
    },
  });
  const state = { weather: 'fair' as Weather, resetAt: new Date(Date.now() + 3_600_000) };
  const calls: { method: string; path: string; status: number }[] = [];
  const door = await listen(
    createServer(async (req, res) => {
      const method = req.method ?? 'GET';
      const path = req.url ?? '/';
      const answer = (status: number, body: string, headers: Record<string, string> = {}) => {
        calls.push({ method, path, status });
        res.writeHead(status, {
          'content-type': 'application/json',
          'x-ratelimit-limit': '5000',
          'x-ratelimit-remaining': state.weather === 'limited' ? '0' : '4000',
          'x-ratelimit-reset': String(Math.floor(state.resetAt.getTime() / 1000)),
          ...headers,
        });
        res.end(body);
      };
      if (state.weather === 'down') return answer(503, '{"message":"unicorn"}');
      if (state.weather === 'limited') return answer(403, '{"message":"API rate limit exceeded"}');
      if (state.weather === 'logged out') return answer(401, '{"message":"Bad credentials"}');
      const body = method === 'GET' ? undefined : withoutSha(path, await readJsonBody(req));
      const { status, text } = await forward(emulator.url, {
        method,
        path,
        body,
        authorization: req.headers.authorization ?? '',
      });
      const etag = `"${createHash('sha256').update(text).digest('hex')}"`;
      if (method === 'GET' && req.headers['if-none-match'] === etag) return answer(304, '', { etag });
      return answer(status, text, { etag });
    }),
  );
  return {
    state,
    calls,
    client: createGithubClient({
      run,
      clock: () => new Date(),
      env: { GITHUB_API_URL: door.url, GITHUB_TOKEN: TOKEN },
    }),
    /** As a person with a browser would. */
    async act(method: string, path: string, body?: object): Promise<unknown> {
      const answer = await fetch(`${emulator.url}/repos/${OWNER}/${REPO}${path}`, {
        method,
        headers: { authorization: `token ${TOKEN}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return answer.json();
    },
    async stop() {
      await door.stop();
      await emulator.close();
    },
  };
}

type Forwarded = { method: string; path: string; body: string | undefined; authorization: string };

async function forward(url: string, request: Forwarded): Promise<{ status: number; text: string }> {
  const { method, path, body, authorization } = request;
  const ask = (where: string) =>
    fetch(`${url}${where}`, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body }),
    });
  const ofAll = /\/(pulls|issues)\/comments\?/.exec(path)?.[1];
  if (ofAll === undefined) {
    const answer = await ask(path);
    return { status: answer.status, text: await answer.text() };
  }
  const pulls = `/repos/${OWNER}/${REPO}/pulls`;
  const numbers = z
    .array(z.object({ number: z.number() }))
    .parse(await (await ask(`${pulls}?state=all`)).json());
  const all: unknown[] = [];
  for (const { number } of numbers) {
    const own = `/repos/${OWNER}/${REPO}/${ofAll}/${number}/comments`;
    all.push(...z.array(z.unknown()).parse(await (await ask(own)).json()));
  }
  return { status: 200, text: JSON.stringify(all) };
}

function withoutSha(path: string, body: unknown): string {
  const fields = typeof body === 'object' && body !== null ? Object.entries(body) : [];
  return JSON.stringify(
    Object.fromEntries(fields.filter(([key]) => !(path.endsWith('/merge') && key === 'sha'))),
  );
}

async function freePort(): Promise<number> {
  const { url, stop } = await listen(createServer());
  await stop();
  return Number(new URL(url).port);
}
