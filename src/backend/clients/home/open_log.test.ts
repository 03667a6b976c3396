import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openLog } from './open_log';

let dir = '';
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'ff-log-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const linesOf = (name: string) => readFileSync(path.join(dir, name), 'utf8').trim().split('\n');

it('starts a new file when the old one is full, without losing a line', () => {
  const log = openLog({ dir, level: 'info', rotateAtBytes: 2_000 });
  for (let line = 1; line <= 30; line += 1) {
    log.info({ line }, 'something happened');
  }
  const seen = [...linesOf('server.log.1'), ...linesOf('server.log')].map((text) => JSON.parse(text).line);
  expect(seen).toEqual(seen.map((_, index) => 31 - seen.length + index));
  expect(seen.length).toBeGreaterThan(15);
  for (const name of ['server.log', 'server.log.1']) {
    expect(statSync(path.join(dir, name)).size).toBeLessThan(3_000);
    expect(statSync(path.join(dir, name)).mode & 0o777).toBe(0o600);
  }
});

it('writes no secret, however deep it is', () => {
  const log = openLog({ dir, level: 'info' });
  log.info({ token: 'hunter2', request: { headers: { cookie: 'hunter2' } }, agent: { token: 'hunter2' } });
  expect(readFileSync(path.join(dir, 'server.log'), 'utf8')).not.toContain('hunter2');
});

it.skipIf(!existsSync('/dev/full'))('goes on when the disk takes nothing more', () => {
  symlinkSync('/dev/full', path.join(dir, 'server.log'));
  expect(() => openLog({ dir, level: 'info' }).info('lost')).not.toThrow();
});
