import { readFile } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { z } from 'zod';
import { FactoryError } from '@/backend/domain/errors';
import { landFinalPr } from '@/backend/services/merge/land_final_pr';
import { cancelTask } from '@/backend/services/task/cancel_task';
import { createEpic } from '@/backend/services/task/create_epic';
import { retryTask } from '@/backend/services/task/retry_task';
import type { House } from './house';

const Launch = z.object({ token: z.string().min(20) });
const CALL = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list' } });

type Knock = { words: string; path: string; body: string; headers: Record<string, string> };

/**
 * Whoever must get nothing from this factory: other sites, programs without a token, agents that are out of service.
 * Everything is quiet by now, so that one of them changed something shows in the events.
 */
export async function checkDoors(house: House): Promise<string[]> {
  const before = house.deps.store.tail.last();
  const host = `127.0.0.1:${house.server.port}`;
  const json = { host, 'content-type': 'application/json' };
  const evil = { ...json, origin: 'http://evil.example' };
  const tokens = await readTokens(house);
  const knocks: Knock[] = [
    { words: 'another site at the app', path: '/api/trpc/task.create', body: '{}', headers: evil },
    { words: 'another site at the tools', path: '/mcp/task', body: CALL, headers: evil },
    { words: 'a rebound name', path: '/mcp/task', body: CALL, headers: { ...json, host: 'evil.example' } },
    { words: 'no cookie at the app', path: '/api/trpc/task.create', body: '{}', headers: json },
    { words: 'no token at the tools', path: '/mcp/task', body: CALL, headers: json },
    { words: 'no token at the hooks', path: '/hooks/Stop', body: '{}', headers: json },
    ...tokens.flatMap((token) => {
      const headers = { ...json, authorization: `Bearer ${token}` };
      return [
        { words: 'an agent out of service at the tools', path: '/mcp/task', body: CALL, headers },
        { words: 'an agent out of service at the hooks', path: '/hooks/Stop', body: '{}', headers },
      ];
    }),
  ];
  const wrong: string[] = tokens.length === 0 ? ['no agent left a token to try'] : [];
  for (const knock of knocks) {
    const status = await send(house.server.port, knock);
    if (status < 400 || status >= 500) wrong.push(`${knock.words} was answered with ${status}`);
  }
  wrong.push(...(await checkBadInput(house)));
  const after = house.deps.store.tail.last();
  if (after !== before) wrong.push(`what was refused wrote ${after - before} events`);
  return wrong;
}

/** Each is refused with a message that says what to do, and nothing is written. */
async function checkBadInput({ deps }: House): Promise<string[]> {
  const [task] = await deps.store.client.task.findMany({ where: { parentId: null } });
  if (!task) return ['there is no epic to ask about'];
  const attempts: [words: string, attempt: () => Promise<unknown>][] = [
    [
      'an epic of no project',
      () => createEpic(deps, { projectId: deps.newId(), parentId: null, title: 'Not to be' }),
    ],
    ['the end of what has ended', () => cancelTask(deps, { taskId: task.id })],
    ['a second try of what is done', () => retryTask(deps, { taskId: task.id })],
    [
      'the merge of no pull request',
      () => landFinalPr(deps, { pullRequestId: deps.newId(), actor: { kind: 'human' } }),
    ],
  ];
  const wrong: string[] = [];
  for (const [words, attempt] of attempts) {
    const answer = await attempt().then(
      () => 'it was done',
      (thrown: unknown) => thrown,
    );
    const isClear = answer instanceof FactoryError && answer.message !== '' && answer.next !== '';
    if (!isClear) wrong.push(`${words} was not refused clearly: ${String(answer)}`);
  }
  return wrong;
}

/** The tokens of the agents that there were, from their own files. */
async function readTokens(house: House): Promise<string[]> {
  const agents = await house.deps.store.client.agent.findMany({ where: { retiredAt: { not: null } } });
  const texts = await Promise.all(
    agents.map(({ id }) =>
      readFile(path.join(house.home, 'agents', id, 'practice.json'), 'utf8').catch(() => null),
    ),
  );
  return texts.flatMap((text) => (text === null ? [] : [Launch.parse(JSON.parse(text)).token]));
}

/** Not with fetch, which lets nobody choose the name that it asks for. */
function send(port: number, { path: at, headers, body }: Knock): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = http.request(
      { host: '127.0.0.1', port, path: at, method: 'POST', headers: { ...headers, connection: 'close' } },
      (answer) => {
        answer.resume();
        answer.once('end', () => resolve(answer.statusCode ?? 0));
      },
    );
    request.once('error', reject);
    request.end(body);
  });
}
