import { open } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { LOG_LEVELS, type LogLevel, type LogLine } from '@/shared/system';

/** Enough for a few hundred lines; a log of gigabytes costs no more to look at. */
const TAIL_BYTES = 512 * 1024;
const HARDLY = 200;

const PINO: Readonly<Record<LogLevel, number>> = { debug: 20, info: 30, warn: 40, error: 50 };

const Line = z
  .object({
    level: z.number(),
    time: z.number(),
    msg: z.string().default(''),
    pid: z.unknown().optional(),
    hostname: z.unknown().optional(),
    err: z.object({ message: z.string().default(''), stack: z.string().optional() }).optional(),
  })
  .catchall(z.unknown());

/** The newest lines of the server's own log, newest first, at least as serious as `level`. */
export async function readLogTail(input: {
  dir: string;
  level: LogLevel;
  search: string;
  limit: number;
}): Promise<LogLine[]> {
  const file = path.join(input.dir, 'server.log');
  const now = await readTail(file);
  // Just after the file was changed there is hardly anything in it.
  const text = now.split('\n').length < HARDLY ? `${await readTail(`${file}.1`)}\n${now}` : now;
  const needle = input.search.toLowerCase();
  const lines: LogLine[] = [];
  for (const row of text.split('\n').reverse()) {
    if (lines.length >= input.limit) break;
    if (needle !== '' && !row.toLowerCase().includes(needle)) continue;
    const line = toLine(row);
    if (line !== null && PINO[line.level] >= PINO[input.level]) lines.push(line);
  }
  return lines;
}

/** The first line of what is read may be half a line; it is none of ours to guess at. */
function toLine(row: string): LogLine | null {
  if (!row.startsWith('{')) return null;
  const parsed = Line.safeParse(parse(row));
  if (!parsed.success) return null;
  const { level, time, msg, err, pid: _, hostname: __, ...rest } = parsed.data;
  return {
    at: new Date(time),
    level: LOG_LEVELS.findLast((name) => level >= PINO[name]) ?? 'debug',
    message: [msg, err?.message].filter(Boolean).join(': '),
    detail: [err?.stack, Object.keys(rest).length === 0 ? null : JSON.stringify(rest, null, 2)]
      .filter((part) => part !== null && part !== undefined)
      .join('\n'),
  };
}

function parse(row: string): unknown {
  try {
    return JSON.parse(row);
  } catch {
    return null;
  }
}

async function readTail(file: string): Promise<string> {
  let handle: Awaited<ReturnType<typeof open>>;
  try {
    handle = await open(file);
  } catch {
    // There is none before the first line, and no second one before the first change.
    return '';
  }
  try {
    const { size } = await handle.stat();
    const length = Math.min(size, TAIL_BYTES);
    const { buffer } = await handle.read(Buffer.alloc(length), 0, length, size - length);
    return buffer.toString('utf8');
  } finally {
    await handle.close();
  }
}
