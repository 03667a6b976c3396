import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commitFiles, type GitWorld, makeGitWorld, writeFiles } from '../../support/git';

let world: GitWorld;
let repo: string;
let base: string;
let head: string;
const long = Array.from({ length: 20 }, (_, n) => `line ${n}\n`).join('');

beforeAll(async () => {
  world = await makeGitWorld();
  repo = await world.makeRepo({
    files: { 'keep.txt': 'one\ntwo\n', 'old name.txt': long, 'gone.txt': 'x\n', 'bin.dat': 'a\0b' },
  });
  // Settings of a user that would change what a diff looks like.
  for (const [key, value] of [
    ['diff.noprefix', 'true'],
    ['diff.external', 'false'],
    ['diff.renames', 'false'],
    ['color.ui', 'always'],
    ['core.quotePath', 'true'],
    ['log.showSignature', 'true'],
    ['core.pager', 'false'],
  ]) {
    await world.git(repo, 'config', key ?? '', value ?? '');
  }
  await world.git(repo, 'switch', '--quiet', '-c', 'topic');
  await world.git(repo, 'mv', 'old name.txt', 'neuer näme.txt');
  await world.git(repo, 'rm', '--quiet', 'gone.txt');
  await writeFiles(repo, { 'keep.txt': 'one\nTWO\nthree\n', 'bin.dat': 'a\0c', 'a\tb.txt': 'tab\n' });
  await world.git(repo, 'add', '--all');
  await world.git(repo, 'commit', '--quiet', '-m', 'Subject line', '-m', 'Body one\n\nBody two');
  head = await world.git(repo, 'rev-parse', 'HEAD');
  await world.git(repo, 'switch', '--quiet', 'main');
  base = await commitFiles(world, { repo, files: { 'only on main.txt': 'm\n' } });
});
afterAll(() => world.cleanup());

describe('diff', () => {
  it('shows what head changed since it parted, whatever the user configured', async () => {
    const { patch, truncated } = await world.client.diff({ repo, base, head });
    expect(truncated).toBe(false);
    expect(patch).toContain('diff --git a/keep.txt b/keep.txt\n');
    expect(patch).toContain('-two\n+TWO\n+three\n');
    expect(patch).toContain('rename from old name.txt\nrename to neuer näme.txt\n');
    expect(patch).not.toContain('only on main');
    const direct = await world.client.diff({ repo, base, head, direct: true });
    expect(direct.patch).toContain('only on main');
  });

  it('is limited in size and to paths, and cut after a whole line', async () => {
    const one = await world.client.diff({ repo, base, head, paths: ['keep.txt'] });
    expect(one.patch.match(/^diff --git/gm)).toHaveLength(1);
    const cut = await world.client.diff({ repo, base, head, maxBytes: 300 });
    expect(cut.truncated).toBe(true);
    expect(cut.patch.length).toBeLessThanOrEqual(300);
    expect(cut.patch.endsWith('\n')).toBe(true);
    const big = await world.makeRepo({ name: 'big', files: { x: 'x' } });
    await commitFiles(world, { repo: big, files: { big: 'a line of text\n'.repeat(400_000) } });
    await world.git(big, 'branch', 'start', 'HEAD~1');
    const bounded = await world.client.diff({ repo: big, base: 'start', head: 'main', maxBytes: 5000 });
    expect(bounded).toMatchObject({ truncated: true });
    expect(bounded.patch.length).toBeLessThanOrEqual(5000);
  });

  it('takes paths literally', async () => {
    expect((await world.client.diff({ repo, base, head, paths: ['*.txt'] })).patch).toBe('');
    expect((await world.client.diff({ repo, base, head, paths: [':(top)keep.txt'] })).patch).toBe('');
    expect((await world.client.diff({ repo, base, head, paths: ['--output=x'] })).patch).toBe('');
    for (const path of ['../up', '/etc/passwd', '.git/config', '']) {
      await expect(world.client.diff({ repo, base, head, paths: [path] }), path).rejects.toMatchObject({
        code: 'BAD_INPUT',
      });
    }
  });

  it('lists files with their status, counts and blobs', async () => {
    const { files, truncated } = await world.client.diffFiles({ repo, base, head });
    expect(truncated).toBe(false);
    const byPath = Object.fromEntries(files.map((file) => [file.path, file]));
    expect(byPath['keep.txt']).toMatchObject({
      status: 'modified',
      additions: 2,
      deletions: 1,
      oldPath: null,
    });
    expect(byPath['neuer näme.txt']).toMatchObject({
      status: 'renamed',
      oldPath: 'old name.txt',
      additions: 0,
    });
    expect(byPath['gone.txt']).toMatchObject({ status: 'deleted', deletions: 1, newBlob: null });
    expect(byPath['a\tb.txt']).toMatchObject({ status: 'added', additions: 1, oldBlob: null });
    expect(byPath['bin.dat']).toMatchObject({ status: 'modified', binary: true, additions: 0 });
    expect(byPath['keep.txt']?.newBlob).toBe(await world.git(repo, 'rev-parse', `${head}:keep.txt`));
    expect(files).toHaveLength(5);
    expect(await world.client.diffFiles({ repo, base, head, maxFiles: 2 })).toMatchObject({
      truncated: true,
    });
    expect(await world.client.diffStat({ repo, base, head })).toEqual({
      files: 5,
      additions: 3,
      deletions: 2,
    });
  });

  it('gives the patch of one moved file as a move', async () => {
    const { patch } = await world.client.filePatch({
      repo,
      base,
      head,
      path: 'neuer näme.txt',
      oldPath: 'old name.txt',
    });
    expect(patch).toContain('similarity index 100%');
  });

  it('says when two histories have nothing in common', async () => {
    await world.git(repo, 'checkout', '--quiet', '--orphan', 'island');
    await world.git(repo, 'commit', '--quiet', '-m', 'alone');
    await world.git(repo, 'checkout', '--quiet', 'main');
    await expect(world.client.diff({ repo, base: 'main', head: 'island' })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    expect(await world.client.mergeBase({ repo, a: 'main', b: 'island' })).toBeNull();
  });
});

describe('log', () => {
  it('reads commits with their message and pages through them', async () => {
    const { commits } = await world.client.log({ repo, head: 'topic', base: 'main' });
    expect(commits).toMatchObject([
      {
        sha: head,
        authorName: 'Test User',
        authorEmail: 'user@example.com',
        subject: 'Subject line',
        body: 'Body one\n\nBody two',
      },
    ]);
    expect(commits[0]?.parents).toHaveLength(1);
    expect(Math.abs(Date.now() - (commits[0]?.authoredAt.getTime() ?? 0))).toBeLessThan(600_000);
    const first = await world.client.log({ repo, head: 'topic', limit: 1 });
    expect(first).toMatchObject({ nextSkip: 1, commits: [{ sha: head }] });
    const second = await world.client.log({ repo, head: 'topic', limit: 1, skip: 1 });
    expect(second).toMatchObject({
      nextSkip: null,
      commits: [{ subject: 'Initial commit', body: '', parents: [] }],
    });
    expect((await world.client.log({ repo, head: 'topic', paths: ['gone.txt'] })).commits).toHaveLength(2);
  });
});

describe('reading files', () => {
  it('reads a file of a commit', async () => {
    const { client } = world;
    expect(await client.readFile({ repo, rev: head, path: 'keep.txt' })).toEqual({
      text: 'one\nTWO\nthree\n',
      binary: false,
      size: 14,
      truncated: false,
    });
    expect(await client.readFile({ repo, rev: 'topic', path: 'bin.dat' })).toMatchObject({
      text: null,
      binary: true,
    });
    expect(await client.readFile({ repo, rev: 'topic', path: 'keep.txt', maxBytes: 3 })).toMatchObject({
      text: 'one',
      truncated: true,
      size: 14,
    });
    await expect(client.readFile({ repo, rev: head, path: 'gone.txt' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(client.readFile({ repo, rev: 'nope', path: 'keep.txt' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('reads a file of a worktree, and never one outside it', async () => {
    const worktree = join(world.dir, 'reader');
    await world.git(repo, 'worktree', 'add', '--quiet', worktree, 'topic');
    await writeFiles(worktree, { 'keep.txt': 'changed\n', 'dir/inner': 'i\n' });
    await writeFile(join(world.dir, 'secret'), 'secret');
    await symlink(join(world.dir, 'secret'), join(worktree, 'leak'));
    await symlink(world.dir, join(worktree, 'leakdir'));
    await symlink('dir/inner', join(worktree, 'fine'));
    await symlink('.git', join(worktree, 'gitlink'));
    const read = (path: string, maxBytes?: number) =>
      world.client.readWorktreeFile({ worktree, path, maxBytes });
    expect(await read('keep.txt')).toMatchObject({ text: 'changed\n', truncated: false });
    expect(await read('fine')).toMatchObject({ text: 'i\n' });
    expect(await read('keep.txt', 4)).toMatchObject({ text: 'chan', truncated: true, size: 8 });
    expect(await read('bin.dat')).toMatchObject({ binary: true, text: null });
    for (const path of ['leak', 'leakdir/secret', 'gitlink']) {
      await expect(read(path), path).rejects.toMatchObject({ code: 'FORBIDDEN' });
    }
    for (const path of ['../secret', '/etc/passwd', '.git', 'dir/../../secret']) {
      await expect(read(path), path).rejects.toMatchObject({ code: 'BAD_INPUT' });
    }
    for (const path of ['nope', 'dir']) {
      await expect(read(path), path).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
  });
});
