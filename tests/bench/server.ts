import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, startServer } from '../support/server';
import { type Figure, figure, median, timed } from './figure';

const BARE = `require('http').createServer((q,s)=>s.end('ok')).listen(Number(process.argv[1]),'127.0.0.1')`;

/** How long until the built server answers, and what it costs to leave it running. */
export async function benchServer(): Promise<Figure[]> {
  const bare = await bareServer();
  const start = await median(3, async () => {
    const began = performance.now();
    const server = await startServer();
    const took = performance.now() - began;
    await server.stop();
    return took;
  });
  const server = await startServer();
  const cookie = await server.signIn();
  await fetch(server.url, { headers: { cookie } }).then((answer) => answer.text());
  await sleep(2000);
  const memory = residentMb(server.child.pid);
  const stop = await timed(() => server.stop());
  return [
    figure({
      name: 'start until the server answers, built, empty home',
      unit: 'ms',
      value: start,
      floor: bare.startMs,
      floorOf: 'a bare Node HTTP server',
      goal: '≤ 2000 ms',
    }),
    figure({
      name: 'SIGTERM until the process is gone',
      unit: 'ms',
      value: stop,
      floor: bare.stopMs,
      floorOf: 'a bare Node HTTP server',
      goal: '≤ 2000 ms',
    }),
    figure({
      name: 'idle memory after one page',
      unit: 'MB',
      value: memory,
      floor: bare.memoryMb,
      floorOf: 'a bare Node HTTP server',
    }),
  ];
}

async function bareServer(): Promise<{ startMs: number; stopMs: number; memoryMb: number }> {
  const port = await freePort();
  const began = performance.now();
  const child = spawn(process.execPath, ['-e', BARE, String(port)], { stdio: 'ignore' });
  const gone = new Promise((resolve) => child.once('close', resolve));
  while (
    !(await fetch(`http://127.0.0.1:${port}`).then(
      () => true,
      () => false,
    ))
  )
    await sleep(5);
  const startMs = performance.now() - began;
  const memoryMb = residentMb(child.pid);
  const stopMs = await timed(async () => {
    child.kill('SIGTERM');
    await gone;
  });
  return { startMs, stopMs, memoryMb };
}

function residentMb(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}
