import { type ChildProcess, spawn } from 'node:child_process';
import { createFrameReader, type Frame, writeFrame } from './frame';
import { type Ending, Order } from './order';

/** As long as a program has to end by itself after it was asked to. */
const GRACE_MS = 5000;

/**
 * Starts programs for the server. To start one, a process is copied first, and the copy of a server with hundreds of
 * megabytes takes as long as a whole run of git; the copy of this one does not.
 */
const running = new Map<number, ChildProcess>();
const read = createFrameReader();

process.stdin.on('data', (chunk: Buffer) => {
  for (const frame of read(chunk)) obey(frame);
});
// The server is gone, whichever way. What runs ends by itself, as it would have without us.
process.stdin.on('end', () => {
  process.stdin.destroy();
});
process.stdout.on('error', () => undefined);
// A key or a signal meant for the server reaches its whole group; the server still needs us while it stops.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
say(writeFrame('ready', 0));

function obey({ kind, id, body }: Frame): void {
  if (kind === 'cut') running.get(id)?.stdout?.destroy();
  if (kind !== 'start') return;
  try {
    start(id, Order.parse(JSON.parse(body.toString('utf8'))));
  } catch (thrown) {
    end(id, { code: null, signal: null, timedOut: false, error: codeOf(thrown) });
  }
}

function start(id: number, order: Order): void {
  const child = spawn(order.file, order.args, {
    cwd: order.cwd,
    env: environment(order.env),
    stdio: [order.input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  });
  running.set(id, child);
  const limit = order.timeoutMs === undefined ? null : endLater(child, order.timeoutMs);
  let error: string | null = null;
  child.on('error', (thrown) => {
    error ??= codeOf(thrown);
  });
  forward(id, child, 'stdout');
  forward(id, child, 'stderr');
  child.on('close', (code, signal) => {
    limit?.clear();
    running.delete(id);
    // A program that never began closes with the system's error number.
    const began = child.pid !== undefined;
    end(id, { code: began ? code : null, signal, timedOut: limit?.passed() ?? false, error });
  });
  // It may end without having read everything, as it may anywhere.
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(order.input);
}

/** No faster than the server reads: what it has not taken yet waits in the program's own pipe. */
function forward(id: number, child: ChildProcess, kind: 'stdout' | 'stderr'): void {
  const stream = child[kind];
  stream?.on('error', () => undefined);
  stream?.on('data', (chunk: Buffer) => {
    if (say(writeFrame(kind, id, chunk))) return;
    stream.pause();
    process.stdout.once('drain', () => stream.resume());
  });
}

function endLater(child: ChildProcess, ms: number): { clear(): void; passed(): boolean } {
  let passed = false;
  let force: NodeJS.Timeout | undefined;
  const timer = setTimeout(() => {
    passed = true;
    child.kill('SIGTERM');
    force = setTimeout(() => child.kill('SIGKILL'), GRACE_MS);
  }, ms);
  return {
    clear() {
      clearTimeout(timer);
      clearTimeout(force);
    },
    passed: () => passed,
  };
}

function environment(change: Order['env']): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = { ...process.env };
  for (const [name, value] of Object.entries(change)) {
    if (value === null) delete env[name];
    else env[name] = value;
  }
  return env;
}

function end(id: number, ending: Ending): void {
  say(writeFrame('end', id, JSON.stringify(ending)));
}

function say(frame: Buffer): boolean {
  return process.stdout.write(frame);
}

function codeOf(thrown: unknown): string {
  return thrown instanceof Error && 'code' in thrown ? String(thrown.code) : 'UNKNOWN';
}
