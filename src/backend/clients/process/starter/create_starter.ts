import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { Socket } from 'node:net';
import { StringDecoder } from 'node:string_decoder';
import { FactoryError } from '@/backend/domain/errors';
import { DEFAULT_MAX_BYTES, notFound, outOfProcesses, type Run, type RunResult, run } from '../run';
import { createFrameReader, type Frame, writeFrame } from './frame';
import { Ending, type Order } from './order';

export type Starter = {
  run: Run;
  /** Begins to use the program, as soon as it is up. */
  start(): void;
  stop(): void;
};

type Waiting = { frame(frame: Frame): void; lost(): void };
type Helper = { child: ChildProcess; waiting: Map<number, Waiting>; ready: boolean };

/** One that ends by itself would end again. */
const LAUNCH_EVERY_MS = 10_000;
const SHORT_OF = new Set(['EAGAIN', 'EMFILE', 'ENFILE', 'ENOMEM']);

/**
 * `run` through a small process beside the server (see program.ts). Nothing depends on it: before it is up, when it is
 * gone, and for what it does not do, the server starts programs itself.
 */
export function createStarter(input: { program: string }): Starter {
  let helper: Helper | null = null;
  let wanted = false;
  let lastId = 0;
  let launchedAt = Number.NEGATIVE_INFINITY;

  function launch(): void {
    if (performance.now() - launchedAt < LAUNCH_EVERY_MS || !existsSync(input.program)) return;
    launchedAt = performance.now();
    const child = spawn(process.execPath, [input.program], { stdio: ['pipe', 'pipe', 'inherit'] });
    const mine: Helper = { child, waiting: new Map(), ready: false };
    const read = createFrameReader();
    child.stdout.on('data', (chunk: Buffer) => {
      for (const frame of read(chunk)) {
        if (frame.kind === 'ready') mine.ready = true;
        else mine.waiting.get(frame.id)?.frame(frame);
      }
    });
    const lose = (): void => {
      if (helper === mine) helper = null;
      const all = [...mine.waiting.values()];
      mine.waiting.clear();
      for (const one of all) one.lost();
    };
    child.on('error', lose);
    child.on('close', lose);
    child.stdin.on('error', () => undefined);
    helper = mine;
    holdUp(mine, false);
  }

  return {
    async run(file, args, options = {}) {
      const simple =
        options.withChildren !== true && options.signal === undefined && options.onStart === undefined;
      if (helper === null && wanted) launch();
      if (helper?.ready !== true || !simple) return run(file, args, options);
      const order: Order = {
        file,
        args: [...args],
        cwd: options.cwd,
        env: Object.fromEntries(
          Object.entries(options.env ?? {}).map(([name, value]) => [name, value ?? null]),
        ),
        input: options.input,
        timeoutMs: options.timeoutMs,
      };
      lastId = (lastId % 0xffff_ffff) + 1;
      return place(helper, { id: lastId, order, max: options.maxBytes ?? DEFAULT_MAX_BYTES });
    },
    start() {
      wanted = true;
      if (helper === null) launch();
    },
    stop() {
      wanted = false;
      helper?.child.stdin?.end();
      helper = null;
    },
  };
}

function place(helper: Helper, job: { id: number; order: Order; max: number }): Promise<RunResult> {
  const { id, order, max } = job;
  const out = collect(max);
  const err = collect(max);
  return new Promise((resolve, reject) => {
    const over = (): void => {
      helper.waiting.delete(id);
      if (helper.waiting.size === 0) holdUp(helper, false);
    };
    helper.waiting.set(id, {
      frame({ kind, body }) {
        if (kind === 'stderr') err.take(body);
        if (kind === 'stdout' && out.take(body)) helper.child.stdin?.write(writeFrame('cut', id));
        if (kind !== 'end') return;
        over();
        const { error, ...ending } = Ending.parse(JSON.parse(body.toString('utf8')));
        if (error === 'ENOENT') reject(notFound(order.file, { cwd: order.cwd }));
        else if (error !== null && SHORT_OF.has(error)) reject(outOfProcesses(order.file, error));
        else resolve({ ...ending, stdout: out.text(), stderr: err.text() });
      },
      lost() {
        over();
        reject(lostHelper(order));
      },
    });
    holdUp(helper, true);
    helper.child.stdin?.write(writeFrame('start', id, JSON.stringify(order)));
  });
}

/** Text up to so many characters. `take` is true once, when there was more. */
function collect(max: number): { take(chunk: Buffer): boolean; text(): string } {
  const decoder = new StringDecoder('utf8');
  const parts: string[] = [];
  let length = 0;
  return {
    take(chunk) {
      if (length >= max) return false;
      const text = decoder.write(chunk).slice(0, max - length);
      parts.push(text);
      length += text.length;
      return length >= max;
    },
    text: () => parts.join('') + (length >= max ? '' : decoder.end()),
  };
}

/** It keeps nobody from ending, except while something is awaited of it. */
function holdUp({ child }: Helper, awaited: boolean): void {
  for (const part of [child, child.stdin, child.stdout]) {
    if (part === child || part instanceof Socket) awaited ? part.ref() : part.unref();
  }
}

function lostHelper(order: Order): FactoryError {
  return new FactoryError(
    'UNAVAILABLE',
    `${order.file} was under way when the program that starts programs for the server ended.`,
    'Try again; the server now starts programs itself.',
  );
}
