import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openLog } from './open_log';
import { readLogTail } from './read_log_tail';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(path.join(os.tmpdir(), 'factory-log-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const read = (level: 'debug' | 'warn' = 'debug', search = '') =>
  readLogTail({ dir, level, search, limit: 100 });

it('gives what the log was told, newest first, and only what is serious enough', async () => {
  const log = openLog({ dir, level: 'debug' });
  log.info({ taskId: 'abc' }, 'a task was taken up');
  log.warn({ err: new Error('no route') }, 'GitHub could not be reached');
  const all = await read();
  expect(all.map(({ level, message }) => [level, message])).toEqual([
    ['warn', 'GitHub could not be reached: no route'],
    ['info', 'a task was taken up'],
  ]);
  expect(all[1]?.detail).toContain('"taskId": "abc"');
  expect(all[0]?.detail).toContain('no route');
  expect(all[0]?.at.getTime()).toBeGreaterThan(Date.now() - 60_000);
  expect((await read('warn')).map(({ level }) => level)).toEqual(['warn']);
  expect((await read('debug', 'ABC')).map(({ message }) => message)).toEqual(['a task was taken up']);
});

it('goes on in the file before when the newest has just been begun, and forgives broken lines', async () => {
  expect(await read()).toEqual([]);
  const line = (msg: string) => `${JSON.stringify({ level: 30, time: 1, msg })}\n`;
  writeFileSync(path.join(dir, 'server.log.1'), `half a line"}\n${line('before')}`);
  writeFileSync(path.join(dir, 'server.log'), `${line('after')}{"level": 30, "time"`);
  expect((await read()).map(({ message }) => message)).toEqual(['after', 'before']);
});
