import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { run } from '@/backend/clients/process/run';
import { FactoryError } from '@/backend/domain/errors';
import { readServerVersion } from '../open_factory';

export type RunningServer = { url: string; ended: Promise<void>; stop(): Promise<void> };

const READY_WITHIN_MS = 60_000;

/** The server that npm start runs, as a process of its own with its own home and port. */
export async function startServer(input: {
  rootDir: string;
  home: string;
  port: number;
  role: 'all' | 'daemon';
}): Promise<RunningServer> {
  const url = `http://127.0.0.1:${input.port}`;
  const stopping = new AbortController();
  let said = '';
  const ended = run(
    process.execPath,
    ['--enable-source-maps', path.join(input.rootDir, 'dist', 'server.mjs'), '--role', input.role],
    {
      cwd: input.rootDir,
      env: {
        FACTORY_HOME: input.home,
        PORT: String(input.port),
        BROWSER: 'none',
        NODE_ENV: 'production',
      },
      signal: stopping.signal,
    },
  ).then(({ stderr }) => {
    said = stderr;
  });
  let over = false;
  void ended.finally(() => {
    over = true;
  });
  for (const deadline = Date.now() + READY_WITHIN_MS; (await readServerVersion(url)) === null; ) {
    if (over || Date.now() > deadline) {
      stopping.abort();
      throw new FactoryError('UNAVAILABLE', `The server did not start. ${said.trim()}`, 'Try: npm start');
    }
    await sleep(50);
  }
  return {
    url,
    ended,
    async stop() {
      stopping.abort();
      await ended;
    },
  };
}

export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
