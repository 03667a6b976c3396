import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { acceptTrust } from './accept_trust';

describe('trust for a worktree', () => {
  let dir: string;
  let file: string;
  beforeEach(async () => {
    dir = await mkdtemp(path.join(os.tmpdir(), 'ff-trust-'));
    file = path.join(dir, '.claude.json');
  });
  afterEach(() => rm(dir, { recursive: true, force: true }));
  const read = async () => JSON.parse(await readFile(file, 'utf8'));

  it('adds one entry each, from many at once, and keeps everything else', async () => {
    await writeFile(file, JSON.stringify({ mine: 1, projects: { '/p': { allowedTools: ['x'] } } }), {
      mode: 0o640,
    });
    const folders = Array.from({ length: 10 }, (_, index) => `/nowhere/${index}`);
    await Promise.all(folders.map((folder) => acceptTrust(file, folder)));
    const config = await read();
    expect(config.mine).toBe(1);
    expect(config.projects['/p']).toEqual({ allowedTools: ['x'] });
    for (const folder of folders) expect(config.projects[folder]).toEqual({ hasTrustDialogAccepted: true });
    expect((await stat(file)).mode & 0o777).toBe(0o640);
    expect(await readdir(dir)).toEqual(['.claude.json']);
  });

  it('makes the file where there is none, and writes nothing a second time', async () => {
    await acceptTrust(file, '/nowhere/a');
    const { mtimeMs, mode } = await stat(file);
    expect(mode & 0o777).toBe(0o600);
    await acceptTrust(file, '/nowhere/a');
    expect((await stat(file)).mtimeMs).toBe(mtimeMs);
  });

  it('takes over a lock that its holder has left behind', async () => {
    await mkdir(`${file}.lock`);
    const old = new Date(Date.now() - 60_000);
    await utimes(`${file}.lock`, old, old);
    await acceptTrust(file, '/nowhere/a');
    expect((await read()).projects['/nowhere/a']).toEqual({ hasTrustDialogAccepted: true });
  });

  it('leaves a file alone that it cannot read', async () => {
    await writeFile(file, '{ half');
    await expect(acceptTrust(file, '/nowhere/a')).rejects.toMatchObject({ code: 'WRONG_STATE' });
    expect(await readFile(file, 'utf8')).toBe('{ half');
  });
});
