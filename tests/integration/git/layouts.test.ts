import { mkdir, readFile, rename, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commitFiles, type GitWorld, makeGitWorld, writeFiles } from '../../support/git';

let world: GitWorld;

beforeEach(async () => {
  world = await makeGitWorld();
});
afterEach(() => world.cleanup());

const LAYOUTS: Record<string, (repo: string, data: string) => Promise<unknown>> = {
  'a git folder of its own elsewhere': (repo, data) =>
    world.git(repo, 'init', '--quiet', `--separate-git-dir=${data}`),
  'a symbolic link for its git folder': async (repo, data) => {
    await rename(join(repo, '.git'), data);
    await symlink(data, join(repo, '.git'));
  },
  'a sparse checkout': async (repo) => {
    await commitFiles(world, { repo, files: { 'x/in.txt': 'in\n', 'y/out.txt': 'out\n' } });
    await world.git(repo, 'sparse-checkout', 'set', 'x');
  },
  'the setting that untracked files are not shown': (repo) =>
    world.git(repo, 'config', 'status.showUntrackedFiles', 'no'),
};

describe.each(Object.entries(LAYOUTS))('a repository with %s', (_name, layOut) => {
  let repo: string;
  let worktree: string;
  const branch = 'factoryfactory/task-1';

  beforeEach(async () => {
    repo = await world.makeRepo({ name: 'a shop ', files: { 'a.txt': 'a\n' } });
    await mkdir(join(world.dir, 'elsewhere'));
    await layOut(repo, join(world.dir, 'elsewhere', 'data'));
    worktree = join(world.dir, 'trees', 'task-1');
  });

  it('has its work made, landed in the checkout, and cleared away', async () => {
    const { client } = world;
    const { root, defaultBranch } = await client.inspectRepository({ path: repo });
    const { sha: base } = await client.ensureBranch({ repo: root, branch, from: defaultBranch });
    await client.ensureWorktree({ repo: root, path: worktree, branch, taskId: 'task-1' });
    await writeFiles(worktree, { 'new.txt': 'new\n' });
    expect(await client.worktreeStatus({ path: worktree })).toMatchObject({
      clean: false,
      untracked: { count: 1 },
    });
    const to = await commitFiles(world, { repo: worktree, files: { 'a.txt': 'b\n', 'new.txt': 'new\n' } });

    const step = { repo: root, branch: defaultBranch, to, expected: base, reason: 'landed' };
    await writeFiles(repo, { 'a.txt': 'mine\n' });
    await expect(client.landRef(step)).rejects.toMatchObject({
      code: 'WRONG_STATE',
      message: expect.stringContaining(
        `${repo} and cannot be moved there: Local changes are in the way (a.txt)`,
      ),
    });
    await writeFiles(repo, { 'a.txt': 'a\n' });
    expect(await client.landRef(step)).toEqual({ advanced: [repo] });
    expect(await readFile(join(repo, 'new.txt'), 'utf8')).toBe('new\n');
    expect(await world.git(repo, 'status', '--porcelain', '--untracked-files=all')).toBe('');

    expect(await client.listWorktrees({ repo: root })).toMatchObject([
      { path: repo, main: true, branch: 'main' },
      { path: worktree, main: false, branch },
    ]);
    await writeFiles(worktree, { 'left over.txt': 'x\n' });
    const removed = await client.removeWorktree({ repo: root, path: worktree, taskId: 'task-1' });
    expect(removed.rescued?.files).toEqual(['left over.txt']);
    await expect(client.removeWorktree({ repo: root, path: repo, taskId: 'x' })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
  });

  it('is known by its worktrees too', async () => {
    await world.client.ensureBranch({ repo, branch, from: 'main' });
    await world.client.ensureWorktree({ repo, path: worktree, branch, taskId: 'task-1' });
    const listed = await world.client.listWorktrees({ repo: worktree });
    expect(listed.map(({ main }) => main)).toEqual([true, false]);
  });
});
