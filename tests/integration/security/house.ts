import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import path from 'node:path';
import { z } from 'zod';
import { type Agent, listAgents } from '@/backend/resource_accessors/agent.accessor';
import { createCaller } from '../../support/call';
import { type GitWorld, makeGitWorld } from '../../support/git';
import { type PracticeFactory, startFactory } from '../../support/practice/factory';
import { waitFor } from '../../support/wait_for';

export type Reply = {
  status: number;
  body: string;
  headers: Record<string, string | string[] | undefined>;
};
export type Ask = {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
};

/** What the owner keeps in the environment of the server, and nobody else may see. */
export const CANARIES = {
  GITHUB_TOKEN: 'ghp_canary0000000000000000000000000000000',
  ANTHROPIC_API_KEY: 'sk-ant-canary-0000000000000000000000000',
  DEPLOY_PASSWORD: 'canary-swordfish',
};

/** The built server with pages, an agent that listens for ever, and one that has done its work and gone. */
export type House = {
  world: GitWorld;
  factory: PracticeFactory;
  home: string;
  port: number;
  cookie: string;
  /** The sign-in link's secret, which `cookie` was given for. */
  usedToken: string;
  api: ReturnType<typeof createCaller>;
  alive: { agent: Agent; token: string };
  dead: { agent: Agent; token: string };
  ask(input: Ask): Promise<Reply>;
  close(): Promise<void>;
};

export async function openHouse(): Promise<House> {
  const world = await makeGitWorld();
  const factory = await startFactory({
    env: { ...CANARIES, INNGEST_DEV: '1', INNGEST_BASE_URL: 'http://127.0.0.1:9' },
  });
  const { server, deps } = factory;
  const home = path.join(server.home, 'factory');
  const usedToken = (await readFile(path.join(home, 'token'), 'utf8')).trim();
  const cookie = await server.signIn();
  const repo = await world.makeRepo({ name: 'shop', files: { 'README.md': '# Shop\n' } });
  const done = await factory.addEpic({
    repo,
    title: 'Done soon',
    scenario: {
      subtasks: [{ key: 'a', title: 'A note', steps: [{ do: 'write', path: 'a.txt', content: 'a\n' }] }],
      speed: 'instant',
    },
  });
  const listening = await factory.addEpic({ repo, title: 'Listens', scenario: { mode: 'listen' } });
  const tokenOf = async (agent: Agent) => {
    const file = path.join(home, 'agents', agent.id, 'practice.json');
    return z.object({ token: z.string() }).parse(JSON.parse(await readFile(file, 'utf8'))).token;
  };
  await factory.whenEpic(listening.id, ['IN_PROGRESS']);
  const alive = await waitFor('the agent that listens', async () =>
    (await listAgents(deps.store, { taskIds: [listening.id] })).find((agent) => agent.tokenHash !== null),
  );
  await factory.whenEpic(done.id, ['REVIEW']);
  const dead = await waitFor('the worker to go', async () =>
    (await listAgents(deps.store, {})).find((agent) => agent.role === 'WORKER' && agent.retiredAt !== null),
  );
  return {
    world,
    factory,
    home,
    port: server.port,
    cookie,
    usedToken,
    api: createCaller({ url: server.url, cookie }),
    alive: { agent: alive, token: await tokenOf(alive) },
    dead: { agent: dead, token: await tokenOf(dead) },
    ask: (input) => ask(server.port, input),
    async close() {
      await factory.stop();
      await world.cleanup();
    },
  };
}

/** By hand, because fetch chooses Host and Origin itself. */
export function ask(port: number, input: Ask): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const req = request(
      {
        host: '127.0.0.1',
        port,
        method: input.method ?? 'GET',
        path: input.path,
        headers: input.headers,
        agent: false,
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

/** Bytes as they are; resolves with what came back when the server has closed the connection. */
export function talk(port: number, text: string, drip?: { text: string; everyMs: number }): Promise<string> {
  return new Promise((resolve) => {
    let heard = '';
    const socket = connect({ host: '127.0.0.1', port });
    const timer = drip && setInterval(() => socket.writable && socket.write(drip.text), drip.everyMs);
    socket.setEncoding('utf8').on('data', (part: string) => {
      heard += part;
    });
    socket.on('error', () => undefined);
    socket.on('end', () => socket.end());
    socket.on('close', () => {
      clearInterval(timer);
      resolve(heard);
    });
    socket.write(text);
  });
}

export function statusOf(heard: string): number {
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(heard)?.[1] ?? 0);
}
