import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { layOutHome } from '@/backend/clients/home/read_config';
import { run } from '@/backend/clients/process/run';
import { createTmuxClient } from '@/backend/clients/tmux/create_tmux_client';

export type TestServer = {
  home: string;
  port: number;
  url: string;
  child: ChildProcess;
  output(): string;
  /** Exit code, once the process is gone. */
  exited: Promise<number | null>;
  /** Signs in with the current token and gives the cookie to send. */
  signIn(): Promise<string>;
  stop(): Promise<void>;
};

export type StartOptions = {
  home?: string;
  port?: number;
  args?: readonly string[];
  env?: Record<string, string>;
  /** What starts it, when it is not the built server itself. */
  command?: readonly [string, ...string[]];
};

/** A connection that is kept would be closed by the server while a busy test looks away. */
const ALONE = { connection: 'close' };

export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

export function temporaryHome(): string {
  return mkdtempSync(path.join(os.tmpdir(), 'factory-home-'));
}

/** The built server in a process of its own, as `npm start` runs it. Does not wait until it is ready. */
export async function spawnServer(options: StartOptions = {}): Promise<TestServer> {
  const home = options.home ?? temporaryHome();
  const port = options.port ?? (await freePort());
  const [program, ...words] = options.command ?? [process.execPath, 'dist/server.mjs'];
  const child = spawn(program, [...words, ...(options.args ?? [])], {
    env: {
      PATH: process.env.PATH ?? '',
      TMPDIR: os.tmpdir(),
      HOME: home,
      NODE_ENV: 'production',
      BROWSER: 'none',
      FACTORY_HOME: path.join(home, 'factory'),
      PORT: String(port),
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  const url = `http://127.0.0.1:${port}`;
  return {
    home,
    port,
    url,
    child,
    output: () => output,
    exited,
    async signIn() {
      const token = readFileSync(path.join(home, 'factory', 'token'), 'utf8').trim();
      const answer = await fetch(`${url}/?token=${token}`, { redirect: 'manual', headers: ALONE });
      const cookie = answer.headers.get('set-cookie')?.split(';')[0];
      if (cookie === undefined) throw new Error(`sign-in was refused with ${answer.status}`);
      return cookie;
    },
    async stop() {
      child.kill('SIGTERM');
      await exited;
      if (options.home !== undefined) return;
      await endTerminals(home);
      rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}

/** Agents outlive their server, and without the socket in its home nobody could end them any more. */
async function endTerminals(home: string): Promise<void> {
  const { tmuxSocket, tmuxConfig } = layOutHome(path.join(home, 'factory'));
  if (!existsSync(tmuxSocket)) return;
  await createTmuxClient({ run, socketPath: tmuxSocket, configPath: tmuxConfig }).killServer({
    graceMs: 200,
  });
}

export async function startServer(options: StartOptions = {}): Promise<TestServer> {
  const server = await spawnServer(options);
  let over = false;
  void server.exited.then(() => {
    over = true;
  });
  while (!over) {
    const up = await fetch(`${server.url}/api/health`, { headers: ALONE }).then(
      (answer) => answer.ok,
      () => false,
    );
    if (up) return server;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`the server ended before it was ready:\n${server.output()}`);
}
