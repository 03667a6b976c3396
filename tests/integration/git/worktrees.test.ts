import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commitFiles, type GitWorld, makeGitWorld, writeFiles } from '../../support/git';

let world: GitWorld;
let repo: string;
let path: string;
const branch = 'factoryfactory/task-aaaaaaaa';
const taskId = 'aaaaaaaa-task';
const children: ChildProcess[] = [];

beforeEach(async () => {
  world = await makeGitWorld();
  repo = await world.makeRepo({ files: { 'a.txt': 'a\n', 'dir/b.txt': 'b\n', '.gitignore': 'ignored/\n' } });
  path = join(world.dir, 'work trees', 'tâsk 一');
  await world.client.ensureBranch({ repo, branch, from: 'main' });
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await world.cleanup();
});

const ensure = () => world.client.ensureWorktree({ repo, path, branch, taskId });
const gitDirOf = async () => world.git(path, 'rev-parse', '--absolute-git-dir');

describe('addWorktree', () => {
  const fresh = 'factoryfactory/task-bbbbbbbb';

  it('makes branch and folder at once, at the start that was named', async () => {
    const main = await world.git(repo, 'rev-parse', 'main');
    await world.git(repo, 'config', 'branch.autoSetupMerge', 'always');
    expect(await world.client.addWorktree({ repo, path, branch: fresh, from: 'main' })).toEqual({
      sha: main,
    });
    expect(await readFile(join(path, 'a.txt'), 'utf8')).toBe('a\n');
    expect(await world.git(path, 'rev-parse', '--abbrev-ref', 'HEAD')).toBe(fresh);
    expect(await world.git(repo, 'for-each-ref', '--format=%(upstream)', `refs/heads/${fresh}`)).toBe('');
  });

  it('does nothing where either is there, or the start is not', async () => {
    expect(await world.client.addWorktree({ repo, path, branch, from: 'main' })).toBeNull();
    expect(await world.client.addWorktree({ repo, path, branch: fresh, from: 'nowhere' })).toBeNull();
    await writeFiles(path, { 'mine.txt': 'mine\n' });
    expect(await world.client.addWorktree({ repo, path, branch: fresh, from: 'main' })).toBeNull();
    expect(await readFile(join(path, 'mine.txt'), 'utf8')).toBe('mine\n');
    expect(await world.client.branchExists({ repo, branch: fresh })).toBe(false);
    expect(await world.client.listWorktrees({ repo })).toHaveLength(1);
  });
});

describe('ensureWorktree', () => {
  it('makes it once, in a folder with spaces and letters of any script', async () => {
    expect(await ensure()).toMatchObject({ outcome: 'created', branch, notes: [], rescued: [] });
    expect(await readFile(join(path, 'dir/b.txt'), 'utf8')).toBe('b\n');
    await writeFile(join(path, 'dir/b.txt'), 'in the middle of something\n');
    expect(await ensure()).toMatchObject({ outcome: 'kept', branch, notes: [] });
    expect(await readFile(join(path, 'dir/b.txt'), 'utf8')).toBe('in the middle of something\n');
    expect(await world.client.listWorktrees({ repo })).toMatchObject([
      { path: repo, main: true, branch: 'main' },
      { path, main: false, branch, missing: false, locked: null },
    ]);
  });

  it('is made through a folder that is a symbolic link, and found again', async () => {
    await mkdir(join(world.dir, 'real'));
    await symlink(join(world.dir, 'real'), join(world.dir, 'link'));
    path = join(world.dir, 'link', 'wt');
    await ensure();
    expect((await ensure()).outcome).toBe('kept');
    expect(await world.client.removeWorktree({ repo, path, taskId })).toMatchObject({ removed: true });
  });

  it('comes back after the folder was deleted by hand, with what was staged saved', async () => {
    await ensure();
    const done = await commitFiles(world, { repo: path, files: { 'c.txt': 'c\n' } });
    await writeFiles(path, { 'staged.txt': 'precious\n' });
    await world.git(path, 'add', 'staged.txt');
    await rm(path, { recursive: true });
    const again = await ensure();
    expect(again).toMatchObject({ outcome: 'recreated', headSha: done, branch });
    expect(await readFile(join(path, 'c.txt'), 'utf8')).toBe('c\n');
    const [saved] = again.rescued;
    expect(saved).toMatchObject({ reason: 'uncommitted', files: ['staged.txt'] });
    expect(await world.git(repo, 'show', `${saved?.ref}:staged.txt`)).toBe('precious');
  });

  it('comes back after the folder was deleted in the middle of a rebase, with the picked commits saved', async () => {
    await ensure();
    await commitFiles(world, { repo: path, files: { 'ok.txt': 'ok\n' }, message: 'picks cleanly' });
    await commitFiles(world, { repo: path, files: { 'a.txt': 'theirs\n' }, message: 'conflicts' });
    await commitFiles(world, { repo, files: { 'a.txt': 'ours\n' } });
    expect(await world.client.rebase({ worktree: path, onto: 'main', taskId: 'task' })).toMatchObject({
      status: 'conflict',
    });
    const picked = await world.git(path, 'rev-parse', 'HEAD');
    await rm(path, { recursive: true });
    const again = await ensure();
    expect(again.rescued).toMatchObject([{ sha: picked, reason: 'unmerged' }]);
    expect(await world.git(path, 'log', '-1', '--format=%s')).toBe('conflicts');
  });

  it('treats an emptied folder like a deleted one', async () => {
    await ensure();
    for (const entry of await readdir(path)) await rm(join(path, entry), { recursive: true });
    expect(await ensure()).toMatchObject({ outcome: 'recreated' });
    expect(await readFile(join(path, 'a.txt'), 'utf8')).toBe('a\n');
  });

  it('writes a deleted .git file again and keeps the changes beside it', async () => {
    await ensure();
    await writeFile(join(path, 'a.txt'), 'changed\n');
    await rm(join(path, '.git'));
    const mended = await ensure();
    expect(mended).toMatchObject({ outcome: 'repaired', branch });
    expect(mended.notes).toHaveLength(1);
    expect(await world.git(path, 'status', '--porcelain')).toBe(' M a.txt');
  });

  it('brings the other files back where somebody wrote into a folder after it was deleted', async () => {
    await ensure();
    await writeFiles(path, { 'staged.txt': 'staged\n' });
    await world.git(path, 'add', 'staged.txt');
    await rm(path, { recursive: true });
    await writeFiles(path, { 'new.txt': 'written later\n', 'a.txt': 'edited later\n' });
    expect(await ensure()).toMatchObject({ outcome: 'recreated', rescued: [] });
    expect(await world.git(path, 'status', '--porcelain')).toBe(' M a.txt\nA  staged.txt\n?? new.txt');
    expect(await readFile(join(path, 'a.txt'), 'utf8')).toBe('edited later\n');
  });

  it('leaves a folder that is not ours alone', async () => {
    await writeFiles(path, { 'theirs.txt': 'x' });
    await expect(ensure()).rejects.toMatchObject({ code: 'ALREADY_EXISTS' });
    expect(await readdir(path)).toEqual(['theirs.txt']);
    await rm(path, { recursive: true });
    await world.git(world.dir, 'clone', '--quiet', repo, path);
    await expect(ensure()).rejects.toMatchObject({ code: 'ALREADY_EXISTS' });
    await rm(path, { recursive: true });
    await writeFile(path, 'a file');
    await expect(ensure()).rejects.toMatchObject({ code: 'ALREADY_EXISTS' });
  });

  it('keeps the files beside when git has forgotten the worktree', async () => {
    await ensure();
    await writeFiles(path, { 'mine.txt': 'work\n' });
    await rm(join(repo, '.git/worktrees'), { recursive: true });
    const made = await ensure();
    expect(made.outcome).toBe('recreated');
    const beside = (await readdir(join(path, '..'))).find((name) => name.includes('.kept-')) ?? '';
    expect(await readFile(join(path, '..', beside, 'mine.txt'), 'utf8')).toBe('work\n');
  });

  it('names the place where the branch is checked out already', async () => {
    const elsewhere = join(world.dir, 'elsewhere');
    await world.git(repo, 'worktree', 'add', '--quiet', elsewhere, branch);
    await expect(ensure()).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining(elsewhere),
      data: { path: elsewhere },
    });
  });

  it('takes the branch over from a place that no longer exists', async () => {
    const elsewhere = join(world.dir, 'elsewhere');
    await world.git(repo, 'worktree', 'add', '--quiet', elsewhere, branch);
    await rm(elsewhere, { recursive: true });
    expect(await ensure()).toMatchObject({ outcome: 'recreated' });
    expect(await world.client.listWorktrees({ repo })).toHaveLength(2);
  });

  it('says that the branch is missing', async () => {
    await expect(
      world.client.ensureWorktree({ repo, path, branch: 'factoryfactory/nope', taskId }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is never made inside the user’s checkout', async () => {
    for (const inside of [join(repo, 'wt'), repo]) {
      await expect(world.client.ensureWorktree({ repo, path: inside, branch, taskId })).rejects.toMatchObject(
        { code: 'BAD_INPUT' },
      );
    }
  });

  it('makes one again that was left half made', async () => {
    await world.git(
      repo,
      'worktree',
      'add',
      '--quiet',
      '--no-checkout',
      '--lock',
      '--reason=initializing',
      path,
      branch,
    );
    await rm(join(await gitDirOf(), 'index'), { force: true });
    await writeFile(join(path, 'a.txt'), 'half');
    expect(await ensure()).toMatchObject({ outcome: 'recreated' });
    expect(await world.git(path, 'status', '--porcelain')).toBe('');
    expect(await world.client.listWorktrees({ repo })).toMatchObject([{}, { locked: null }]);
  });

  it('reports the branch an agent switched to, and an open rebase as its own branch', async () => {
    await ensure();
    await world.git(path, 'switch', '--quiet', '-c', 'of-its-own');
    const found = await ensure();
    expect(found).toMatchObject({ branch: 'of-its-own', outcome: 'kept' });
    expect(found.notes[0]).toContain('of-its-own');
  });

  it('leaves submodules alone', async () => {
    const library = await world.makeRepo({ name: 'library' });
    await world.git(repo, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', library, 'lib');
    await world.git(repo, 'commit', '--quiet', '-m', 'with a library');
    await world.git(repo, 'config', 'submodule.recurse', 'true');
    await world.git(repo, 'branch', '--force', branch, 'main');
    expect(await ensure()).toMatchObject({ outcome: 'created' });
    expect(await readdir(join(path, 'lib'))).toEqual([]);
    expect((await world.client.worktreeStatus({ path })).clean).toBe(true);
    expect(await world.client.removeWorktree({ repo, path, taskId })).toEqual({
      removed: true,
      rescued: null,
    });
  });

  it('runs no hook of the user', async () => {
    const hook = join(repo, '.git/hooks/post-checkout');
    await mkdir(join(repo, '.git/hooks'), { recursive: true });
    await writeFile(hook, `#!/bin/sh\ntouch '${join(world.dir, 'hook-ran')}'\n`, { mode: 0o755 });
    await ensure();
    await expect(stat(join(world.dir, 'hook-ran'))).rejects.toThrow();
  });

  it('gives ten worktrees to ten callers at once, and one to ten callers for the same', async () => {
    const names = Array.from({ length: 10 }, (_, n) => `task-${n}`);
    const results = await Promise.all(
      names.flatMap((name) => {
        const input = {
          repo,
          path: join(world.dir, 'many', name),
          branch: `factoryfactory/${name}`,
          taskId: name,
        };
        return [1, 2].map(async () => {
          await world.client.ensureBranch({ repo, branch: input.branch, from: 'main' });
          return world.client.ensureWorktree(input);
        });
      }),
    );
    expect(results.filter((made) => made.outcome === 'created')).toHaveLength(10);
    expect(results.filter((made) => made.outcome === 'kept')).toHaveLength(10);
    expect(await world.client.listWorktrees({ repo })).toHaveLength(11);
  });
});

describe('a left-over index.lock', () => {
  const lockOf = async () => join(await gitDirOf(), 'index.lock');
  const old = new Date(Date.now() - 3_600_000);

  it('is removed when it is old and nobody works there', async () => {
    await ensure();
    const lock = await lockOf();
    await writeFile(lock, '');
    await utimes(lock, old, old);
    const mended = await ensure();
    expect(mended.notes[0]).toContain('index.lock');
    await expect(stat(lock)).rejects.toThrow();
    expect(world.notes.join()).toContain('index.lock');
  });

  it.each(['HEAD.lock', 'ORIG_HEAD.lock', 'the branch'])('of %s is removed as well', async (name) => {
    await ensure();
    const lock =
      name === 'the branch'
        ? join(repo, '.git/refs/heads', `${branch}.lock`)
        : join(await lockOf(), '..', name);
    await writeFile(lock, '');
    await utimes(lock, old, old);
    expect(await world.client.clearOwnLock({ worktree: path })).toContain('left behind');
    await commitFiles(world, { repo: path, files: { 'c.txt': 'c\n' } });
  });

  it('keeps no landing from its worktree, but is left alone in a checkout that is not ours', async () => {
    await ensure();
    const from = await world.git(repo, 'rev-parse', branch);
    await commitFiles(world, { repo: path, files: { 'c.txt': 'c\n' } });
    const to = await world.git(repo, 'rev-parse', branch);
    await world.git(path, 'reset', '--quiet', '--hard', from);
    const theirs = join(world.dir, 'theirs');
    await world.git(repo, 'worktree', 'add', '--quiet', '-b', 'mine', theirs, from);
    const locks = [
      await lockOf(),
      join(await world.git(theirs, 'rev-parse', '--absolute-git-dir'), 'index.lock'),
    ];
    for (const lock of locks) {
      await writeFile(lock, '');
      await utimes(lock, old, old);
    }
    await world.client.landRef({ repo, branch, to, expected: from, reason: 'test' });
    expect(await readFile(join(path, 'c.txt'), 'utf8')).toBe('c\n');
    expect(await world.client.clearOwnLock({ worktree: theirs })).toBeNull();
    expect(await world.client.clearOwnLock({ worktree: repo })).toBeNull();
    await expect(stat(locks[1] ?? '')).resolves.toBeTruthy();
  });

  it('is BUSY while it is young', async () => {
    await ensure();
    const lock = await lockOf();
    await writeFile(lock, '');
    await expect(ensure()).rejects.toMatchObject({ code: 'BUSY' });
    await expect(stat(lock)).resolves.toBeTruthy();
  });

  it('is BUSY, however old, while a git process works there', async () => {
    await ensure();
    const lock = await lockOf();
    await writeFile(lock, '');
    await utimes(lock, old, old);
    // Reads from a pipe that nobody writes to, so it stays.
    const child = spawn('git', ['hash-object', '--stdin'], {
      cwd: path,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    children.push(child);
    await new Promise((resolve) => child.once('spawn', resolve));
    await expect.poll(async () => (await readFile(`/proc/${child.pid}/comm`, 'utf8')).trim()).toBe('git');
    await expect(ensure()).rejects.toMatchObject({ code: 'BUSY' });
    await expect(stat(lock)).resolves.toBeTruthy();
  });
});

describe('worktreeStatus', () => {
  it('counts what is staged, changed, untracked and renamed', async () => {
    await ensure();
    expect(await world.client.worktreeStatus({ path })).toMatchObject({
      clean: true,
      branch,
      operation: null,
      headSha: await world.git(repo, 'rev-parse', branch),
    });
    await world.git(path, 'mv', 'dir/b.txt', 'dir/moved here.txt');
    await writeFiles(path, { 'a.txt': 'x\n', 'new dir/ü.txt': '1', 'new dir/2': '2', 'ignored/x': 'x' });
    expect(await world.client.worktreeStatus({ path, maxPaths: 1 })).toMatchObject({
      clean: false,
      staged: { count: 1, paths: ['dir/moved here.txt'] },
      unstaged: { count: 1, paths: ['a.txt'] },
      untracked: { count: 2, paths: ['new dir/2'] },
      conflicted: { count: 0 },
    });
  });

  it('does not write the index', async () => {
    await ensure();
    const index = join(await gitDirOf(), 'index');
    await utimes(join(path, 'a.txt'), 1, 1);
    const before = await readFile(index);
    await world.client.worktreeStatus({ path });
    expect((await readFile(index)).equals(before)).toBe(true);
  });

  it('does not take a worktree that lost its .git file for the repository around it', async () => {
    const outer = await world.makeRepo({ name: 'outer' });
    const inner = join(outer, 'worktree');
    await mkdir(inner);
    await expect(world.client.worktreeStatus({ path: inner })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(world.client.rescueWork({ worktree: inner, taskId })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('handles a repository before its first commit', async () => {
    const empty = await world.makeRepo({ name: 'empty', empty: true });
    expect(await world.client.worktreeStatus({ path: empty })).toMatchObject({
      headSha: null,
      branch: 'main',
      clean: true,
    });
  });
});

describe('removeWorktree', () => {
  const remove = () => world.client.removeWorktree({ repo, path, taskId });

  it('removes a clean one with nothing to save, and knows when there is nothing to remove', async () => {
    await ensure();
    expect(await remove()).toEqual({ removed: true, rescued: null });
    await expect(stat(path)).rejects.toThrow();
    expect(await world.client.listWorktrees({ repo })).toHaveLength(1);
    expect(await remove()).toEqual({ removed: false, rescued: null });
  });

  it('saves uncommitted work first and says so', async () => {
    await ensure();
    await writeFiles(path, { 'a.txt': 'changed\n', 'new file.txt': 'new\n', 'ignored/big': 'x' });
    const { rescued } = await remove();
    expect(rescued).toMatchObject({ reason: 'uncommitted', fileCount: 2, files: ['a.txt', 'new file.txt'] });
    expect(rescued?.ref).toMatch(new RegExp(`^refs/factoryfactory/rescue/${taskId}/`));
    expect(await world.git(repo, 'show', `${rescued?.ref}:new file.txt`)).toBe('new');
    expect(await world.git(repo, 'show', `${rescued?.ref}:a.txt`)).toBe('changed');
    expect(await world.client.listRescues({ repo, taskId })).toMatchObject([{ sha: rescued?.sha, taskId }]);
    await expect(stat(path)).rejects.toThrow();
  });

  it('saves commits that are on no other branch', async () => {
    await ensure();
    const sha = await commitFiles(world, { repo: path, files: { 'c.txt': 'c' } });
    expect((await remove()).rescued).toMatchObject({ sha, reason: 'unmerged' });
  });

  it('counts commits as saved when they are merged or pushed', async () => {
    await ensure();
    await commitFiles(world, { repo: path, files: { 'c.txt': 'c' } });
    await world.git(repo, 'merge', '--quiet', '--ff-only', branch);
    expect((await remove()).rescued).toBeNull();
  });

  it('counts only the refs it was told as safe', async () => {
    await ensure();
    await commitFiles(world, { repo: path, files: { 'c.txt': 'c' } });
    await world.git(repo, 'branch', 'scratch', branch);
    const { rescued } = await world.client.removeWorktree({
      repo,
      path,
      taskId,
      protect: ['refs/heads/main'],
    });
    expect(rescued?.reason).toBe('unmerged');
  });

  it('refuses the user’s own checkout and folders that are not worktrees', async () => {
    await expect(world.client.removeWorktree({ repo, path: repo, taskId })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    await writeFiles(path, { x: 'x' });
    await expect(remove()).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await readdir(path)).toEqual(['x']);
  });

  it('respects a lock', async () => {
    await ensure();
    await world.git(repo, 'worktree', 'lock', '--reason=on a stick', path);
    await expect(remove()).rejects.toMatchObject({
      code: 'WRONG_STATE',
      message: expect.stringContaining('on a stick'),
    });
    await world.git(repo, 'worktree', 'unlock', path);
    expect(await remove()).toMatchObject({ removed: true });
  });

  it('drops the entry of a folder that was deleted by hand', async () => {
    await ensure();
    await rm(path, { recursive: true });
    expect(await remove()).toMatchObject({ removed: true });
    expect(await world.client.listWorktrees({ repo })).toHaveLength(1);
  });

  it('saves the work of one that lost its .git file', async () => {
    await ensure();
    await writeFile(join(path, 'a.txt'), 'changed\n');
    await rm(join(path, '.git'));
    expect((await remove()).rescued).toMatchObject({ files: ['a.txt'] });
  });

  it('refuses while a clone inside holds work that is nowhere else', async () => {
    await ensure();
    const clone = join(path, 'clone');
    await world.git(path, 'clone', '--quiet', repo, clone);
    await commitFiles(world, { repo: clone, files: { 'only here': 'x' } });
    await expect(remove()).rejects.toMatchObject({ code: 'WRONG_STATE', data: { nested: ['clone'] } });
    expect(await readFile(join(clone, 'only here'), 'utf8')).toBe('x');
    await world.git(clone, 'reset', '--quiet', 'HEAD~1');
    await world.git(repo, 'config', '--global', 'status.showUntrackedFiles', 'no');
    await expect(remove()).rejects.toMatchObject({ code: 'WRONG_STATE', data: { nested: ['clone'] } });
    await rm(clone, { recursive: true });
    expect(await remove()).toMatchObject({ removed: true });
  });

  it('saves the rest when an empty repository lies inside', async () => {
    await ensure();
    await world.git(path, 'init', '--quiet', 'inner');
    await writeFiles(path, { 'a.txt': 'changed\n', 'new.txt': 'new\n' });
    await rm(join(path, 'dir/b.txt'));
    const { rescued } = await remove();
    expect(rescued?.files).toEqual(['a.txt', 'dir/b.txt', 'new.txt']);
  });
});
