import { createHash } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createGitClient } from '@/backend/clients/git/create_git_client';
import { commitFiles, type GitWorld, makeGitWorld, writeFiles } from '../../support/git';

let world: GitWorld;
let repo: string;
let worktree: string;
const branch = 'factoryfactory/task-bbbbbbbb';
const taskId = 'bbbbbbbb-task';
const now = new Date('2026-01-02T03:04:05.678Z');

beforeEach(async () => {
  world = await makeGitWorld({ clock: () => now });
  repo = await world.makeRepo({ files: { 'a.txt': 'a\n', 'b.txt': 'b\n' } });
  worktree = join(world.dir, 'wt');
  await world.client.ensureBranch({ repo, branch, from: 'main' });
  await world.client.ensureWorktree({ repo, path: worktree, branch, taskId });
});
afterEach(() => world.cleanup());

const rescue = () => world.client.rescueWork({ worktree, taskId });
const refs = () => world.git(repo, 'for-each-ref', '--format=%(refname)', 'refs/factoryfactory');
const gitDir = () => world.git(worktree, 'rev-parse', '--absolute-git-dir');

async function fingerprint(): Promise<string> {
  const index = await readFile(join(await gitDir(), 'index'));
  const parts = [
    createHash('sha256').update(index).digest('hex'),
    await world.git(worktree, 'rev-parse', 'HEAD'),
    await world.git(worktree, '--no-optional-locks', 'status', '--porcelain=v2', '--branch'),
    (await readdir(await gitDir())).sort().join(),
    (await readdir(worktree)).sort().join(),
  ];
  return parts.join('\n');
}

describe('rescueWork', () => {
  it('has nothing to do in a clean worktree', async () => {
    expect(await rescue()).toBeNull();
    expect(await refs()).toBe('');
  });

  it('saves everything and changes nothing in the worktree, its index or HEAD', async () => {
    await writeFiles(worktree, { 'a.txt': 'staged\n' });
    await world.git(worktree, 'add', 'a.txt');
    await writeFiles(worktree, { 'a.txt': 'changed again\n', 'new/über file': 'new\n' });
    await rm(join(worktree, 'b.txt'));
    await world.git(worktree, 'status');
    const before = await fingerprint();
    const saved = await rescue();
    expect(await fingerprint()).toBe(before);
    expect(saved).toMatchObject({
      ref: `refs/factoryfactory/rescue/${taskId}/2026-01-02T03-04-05-678Z`,
      files: ['a.txt', 'b.txt', 'new/über file'],
    });
    const at = saved?.sha ?? '';
    expect(await world.git(repo, 'show', `${at}:a.txt`)).toBe('changed again');
    expect(await world.git(repo, 'show', `${at}:new/über file`)).toBe('new');
    expect(await world.git(repo, 'ls-tree', '--name-only', at)).not.toContain('b.txt');
    expect(await world.git(repo, 'show', `${at}^2:a.txt`)).toBe('staged');
    expect(await world.git(repo, 'rev-parse', `${at}^1`)).toBe(await world.git(repo, 'rev-parse', branch));
  });

  it('saves what is only staged', async () => {
    await writeFiles(worktree, { 'a.txt': 'staged\n' });
    await world.git(worktree, 'add', 'a.txt');
    await writeFiles(worktree, { 'a.txt': 'a\n' });
    const saved = await rescue();
    expect(await world.git(repo, 'show', `${saved?.sha}^2:a.txt`)).toBe('staged');
  });

  it('works in the middle of a conflicted rebase', async () => {
    await commitFiles(world, { repo: worktree, files: { 'a.txt': 'theirs\n' } });
    await commitFiles(world, { repo, files: { 'a.txt': 'ours\n' } });
    expect(await world.client.rebase({ worktree, onto: 'main', taskId: 'task' })).toEqual({
      status: 'conflict',
      files: ['a.txt'],
      rebaseOpen: true,
    });
    await writeFiles(worktree, { 'a.txt': 'half resolved\n', 'notes.txt': 'n\n' });
    const before = await fingerprint();
    const saved = await rescue();
    expect(await fingerprint()).toBe(before);
    expect(saved?.files).toEqual(['a.txt', 'notes.txt']);
    expect(await world.git(repo, 'show', `${saved?.sha}:a.txt`)).toBe('half resolved');
  });

  it('saves commits on a detached HEAD', async () => {
    await world.git(worktree, 'checkout', '--quiet', '--detach');
    const sha = await commitFiles(world, { repo: worktree, files: { 'a.txt': 'detached\n' } });
    expect(await rescue()).toMatchObject({ sha, reason: 'unmerged' });
    expect(await rescue()).toBeNull();
  });

  it('finds its own earlier rescue when it is repeated after a crash', async () => {
    await writeFiles(worktree, { 'a.txt': 'changed\n' });
    const first = await rescue();
    const later = createGitClient({ run: world.run, clock: () => new Date(now.getTime() + 60_000) });
    const second = await later.rescueWork({ worktree, taskId });
    expect(second).toEqual(first);
    await writeFiles(worktree, { 'a.txt': 'changed further\n' });
    const third = await rescue();
    expect(third?.ref).not.toBe(first?.ref);
    expect((await refs()).split('\n')).toHaveLength(2);
  });

  it('is crash-safe: dying at any git command loses nothing and blocks nothing', async () => {
    await writeFiles(worktree, { 'a.txt': 'changed\n', 'new.txt': 'new\n' });
    const before = await world.git(worktree, 'status', '--porcelain');
    let commands = 0;
    await createGitClient({
      run: (...args) => {
        commands++;
        return world.run(...args);
      },
      clock: () => now,
    }).rescueWork({ worktree, taskId });
    expect(commands).toBeGreaterThan(5);
    for (let fatal = 1; fatal <= commands; fatal++) {
      await world.git(repo, 'update-ref', '-d', await refs());
      let n = 0;
      const dying = createGitClient({
        run: (...args) => {
          if (++n >= fatal) throw new Error('killed');
          return world.run(...args);
        },
        clock: () => now,
      });
      await expect(dying.rescueWork({ worktree, taskId })).rejects.toThrow('killed');
      expect(await world.git(worktree, 'status', '--porcelain')).toBe(before);
      const saved = await rescue();
      expect(await world.git(repo, 'show', `${saved?.sha}:new.txt`)).toBe('new');
    }
  });

  it('saves what was written outside of a sparse checkout, and takes what lies outside for nobody’s deletion', async () => {
    await commitFiles(world, { repo, files: { 'x/in.txt': 'in\n', 'y/out.txt': 'out\n' } });
    await world.git(repo, 'sparse-checkout', 'set', 'x');
    const [path, sparse] = [join(world.dir, 'sparse'), 'factoryfactory/task-sparse'];
    await world.client.ensureBranch({ repo, branch: sparse, from: 'main' });
    await world.client.ensureWorktree({ repo, path, branch: sparse, taskId });
    expect(await readdir(path)).not.toContain('y');
    expect(await world.client.rescueWork({ worktree: path, taskId })).toBeNull();

    await writeFiles(path, { 'x/in.txt': 'changed\n', 'y/new.txt': 'new\n' });
    await world.git(path, 'init', '--quiet', 'an empty repository');
    const removed = await world.client.removeWorktree({ repo, path, taskId });
    expect(removed).toMatchObject({ removed: true, rescued: { files: ['x/in.txt', 'y/new.txt'] } });
    expect(await world.git(repo, 'show', `${removed.rescued?.sha}:y/new.txt`)).toBe('new');
  });

  it('works with a torn index', async () => {
    await writeFiles(worktree, { 'a.txt': 'changed\n' });
    await writeFile(join(await gitDir(), 'index'), 'garbage');
    expect((await rescue())?.files).toEqual(['a.txt']);
  });

  it('works without a configured user', async () => {
    await world.git(repo, 'config', '--unset', 'user.name');
    await world.git(repo, 'config', '--unset', 'user.email');
    await writeFiles(worktree, { 'a.txt': 'changed\n' });
    const saved = await rescue();
    expect(await world.git(repo, 'log', '-1', '--format=%an <%ae>', saved?.sha ?? '')).toBe(
      'Factory Factory <factory@localhost>',
    );
  });

  it('takes nothing from anywhere else', async () => {
    await writeFiles(repo, { 'users own.txt': 'not yours\n', 'a.txt': 'being edited\n' });
    await expect(world.client.rescueWork({ worktree: repo, taskId })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    await writeFiles(worktree, { 'sub/x': '1\n' });
    await expect(world.client.rescueWork({ worktree: join(worktree, 'sub'), taskId })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await refs()).toBe('');
    expect((await rescue())?.files).toEqual(['sub/x']);
  });

  it('refuses a task id that would escape the namespace', async () => {
    for (const bad of ['../../heads/main', 'a/b', '', '-x', 'a b']) {
      await expect(world.client.rescueWork({ worktree, taskId: bad }), bad).rejects.toMatchObject({
        code: 'BAD_INPUT',
      });
    }
  });
});
