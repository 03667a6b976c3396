import { createHash } from 'node:crypto';
import { readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commitFiles, type GitWorld, makeGitWorld, writeFiles } from '../../support/git';

let world: GitWorld;
let repo: string;
let start: string;
const epic = 'factoryfactory/top-level-cccccccc';
const author = { name: 'A', email: 'a@example.com' };

beforeEach(async () => {
  world = await makeGitWorld();
  repo = await world.makeRepo({
    files: { 'a.txt': 'a\n', 'b.txt': 'b\n', 'c.txt': 'c\n', '.gitignore': 'cache/\n' },
  });
  start = await world.git(repo, 'rev-parse', 'HEAD');
});
afterEach(() => world.cleanup());

/** A commit with these files on top of another, made in a worktree of its own. */
async function commitOn(parent: string, files: Record<string, string>): Promise<string> {
  const path = join(world.dir, `scratch-${createHash('sha1').update(JSON.stringify(files)).digest('hex')}`);
  await world.git(repo, 'worktree', 'add', '--quiet', '--detach', path, parent);
  const sha = await commitFiles(world, { repo: path, files });
  await world.git(repo, 'worktree', 'remove', path);
  return sha;
}

async function worktreeOn(branch: string, from: string): Promise<string> {
  const path = join(world.dir, 'worktrees', branch.replaceAll('/', '-'));
  await world.client.ensureBranch({ repo, branch, from });
  await world.client.ensureWorktree({ repo, path, branch, taskId: 'task' });
  return path;
}

describe('speculateMerge and commitTree', () => {
  it('merges without a checkout and makes the same commit from the same input', async () => {
    const ours = await commitOn(start, { 'a.txt': 'ours\n' });
    const theirs = await commitOn(start, { 'b.txt': 'theirs\n' });
    const merged = await world.client.speculateMerge({ repo, ours, theirs });
    if (!merged.clean) throw new Error('not clean');
    const input = {
      repo,
      tree: merged.tree,
      parents: [ours, theirs],
      message: 'Merge\n\n-x: not an option',
      author,
      date: new Date('2026-01-01T00:00:00Z'),
    };
    const sha = await world.client.commitTree(input);
    expect(await world.client.commitTree(input)).toBe(sha);
    expect(await world.git(repo, 'show', `${sha}:a.txt`)).toBe('ours');
    expect(await world.git(repo, 'show', `${sha}:b.txt`)).toBe('theirs');
    expect(await world.git(repo, 'log', '-1', '--format=%P|%an|%aI|%b', sha)).toContain(
      `${ours} ${theirs}|A|2026-01-01T00:00:00+00:00|-x: not an option`,
    );
    expect(await world.git(repo, 'status', '--porcelain')).toBe('');
  });

  it('names the files of a conflict, of every kind', async () => {
    const ours = await commitOn(start, { 'a.txt': 'ours\n', 'ä b.txt': '1\n', 'c.txt': 'changed\n' });
    const path = await worktreeOn('factoryfactory/task-x', start);
    await world.git(path, 'rm', '--quiet', 'c.txt');
    const theirs = await commitFiles(world, { repo: path, files: { 'a.txt': 'theirs\n', 'ä b.txt': '2\n' } });
    const merged = await world.client.speculateMerge({ repo, ours, theirs });
    expect(merged).toMatchObject({ clean: false, files: ['a.txt', 'c.txt', 'ä b.txt'] });
    expect(merged.messages.join('\n')).toContain('CONFLICT (content): Merge conflict in a.txt');
    expect(merged.messages.join('\n')).toContain('CONFLICT (modify/delete)');
  });

  it('gives our own tree back when there is nothing to merge', async () => {
    const ours = await commitOn(start, { 'a.txt': 'ours\n' });
    expect(await world.client.speculateMerge({ repo, ours, theirs: start })).toMatchObject({
      clean: true,
      tree: await world.client.treeOf({ repo, ref: ours }),
    });
  });

  it('says what is missing or unrelated', async () => {
    await expect(
      world.client.speculateMerge({ repo, ours: 'main', theirs: 'factoryfactory/deleted' }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await world.git(repo, 'checkout', '--quiet', '--orphan', 'island');
    await world.git(repo, 'commit', '--quiet', '-m', 'alone');
    await expect(world.client.speculateMerge({ repo, ours: 'main', theirs: 'island' })).rejects.toMatchObject(
      { code: 'CONFLICT' },
    );
  });

  it('commits as the user, or as the factory where git knows no user', async () => {
    const tree = await world.client.treeOf({ repo, ref: start });
    const who = async (sha: string) => world.git(repo, 'log', '-1', '--format=%an <%ae> %cn', sha);
    const input = { repo, tree, parents: [start], message: 'm' };
    expect(await who(await world.client.commitTree(input))).toBe('Test User <user@example.com> Test User');
    await world.git(repo, 'config', '--unset', 'user.email');
    expect(await who(await world.client.commitTree(input))).toBe(
      'Factory Factory <factory@localhost> Factory Factory',
    );
    await expect(world.client.commitTree({ ...input, tree: 'f'.repeat(40) })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});

describe('rebase', () => {
  it('puts the branch on top, with no configured user, and touches no other branch', async () => {
    await world.git(repo, 'config', 'rebase.updateRefs', 'true');
    await world.git(repo, 'config', 'rebase.autoStash', 'true');
    const worktree = await worktreeOn('factoryfactory/task-r', start);
    await commitFiles(world, { repo: worktree, files: { 'b.txt': 'mine\n' } });
    await world.git(repo, 'branch', 'bystander', 'factoryfactory/task-r');
    const bystander = await world.git(repo, 'rev-parse', 'bystander');
    await commitFiles(world, { repo: worktree, files: { 'b.txt': 'mine 2\n' } });
    const main = await commitFiles(world, { repo, files: { 'a.txt': 'main\n' } });
    const before = await world.git(worktree, 'rev-parse', 'HEAD');
    await world.git(repo, 'config', '--unset', 'user.email');
    await writeFiles(worktree, { 'untracked.txt': 'stays\n' });
    const done = await world.client.rebase({ worktree, onto: 'main', taskId: 'task' });
    expect(done).toEqual({
      status: 'clean',
      head: await world.git(repo, 'rev-parse', 'factoryfactory/task-r'),
    });
    expect(await world.client.isAncestor({ repo, ancestor: main, descendant: 'factoryfactory/task-r' })).toBe(
      true,
    );
    expect(await world.git(repo, 'rev-parse', 'bystander')).toBe(bystander);
    expect(await readFile(join(worktree, 'untracked.txt'), 'utf8')).toBe('stays\n');
    expect(await world.client.rebase({ worktree, onto: main, taskId: 'task' })).toMatchObject({
      status: 'clean',
    });
    // What was there before is still to be had; what did not change is not kept twice.
    expect(
      await world.git(repo, 'for-each-ref', '--format=%(objectname)', 'refs/factoryfactory/replaced'),
    ).toBe(before);
  });

  async function conflicted(): Promise<string> {
    const worktree = await worktreeOn('factoryfactory/task-r', start);
    await commitFiles(world, { repo: worktree, files: { 'a.txt': 'mine\n' } });
    await commitFiles(world, { repo, files: { 'a.txt': 'main\n' } });
    expect(await world.client.rebase({ worktree, onto: 'main', taskId: 'task' })).toEqual({
      status: 'conflict',
      files: ['a.txt'],
      rebaseOpen: true,
    });
    return worktree;
  }

  it('stays open on a conflict, and goes on when it is resolved', async () => {
    const worktree = await conflicted();
    expect(await world.client.worktreeStatus({ path: worktree })).toMatchObject({
      clean: false,
      branch: null,
      operation: 'rebase',
      operationBranch: 'factoryfactory/task-r',
      conflicted: { count: 1, paths: ['a.txt'] },
    });
    await expect(world.client.rebase({ worktree, onto: 'main', taskId: 'task' })).rejects.toMatchObject({
      code: 'WRONG_STATE',
    });
    expect(await world.client.continueRebase({ worktree, taskId: 'task' })).toMatchObject({
      status: 'conflict',
    });
    await commitlessResolve(worktree);
    expect(await world.client.continueRebase({ worktree, taskId: 'task' })).toMatchObject({
      status: 'clean',
    });
    expect(await readFile(join(worktree, 'a.txt'), 'utf8')).toBe('both\n');
    await expect(world.client.continueRebase({ worktree, taskId: 'task' })).rejects.toMatchObject({
      code: 'WRONG_STATE',
    });
  });

  async function commitlessResolve(worktree: string): Promise<void> {
    await writeFile(join(worktree, 'a.txt'), 'both\n');
    await world.git(worktree, 'add', 'a.txt');
  }

  it('can be given up, and what had been resolved is saved', async () => {
    const worktree = await conflicted();
    await commitlessResolve(worktree);
    const { rescued, head } = await world.client.abortRebase({ worktree, taskId: 'task' });
    expect(head).toBe(await world.git(repo, 'rev-parse', 'factoryfactory/task-r'));
    expect(await world.git(repo, 'show', `${rescued?.ref}:a.txt`)).toBe('both');
    expect((await world.client.worktreeStatus({ path: worktree })).clean).toBe(true);
  });

  it('refuses what would lose or mix work', async () => {
    const worktree = await worktreeOn('factoryfactory/task-r', start);
    await expect(world.client.rebase({ worktree, onto: 'gone', taskId: 'task' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(world.client.rebase({ worktree: repo, onto: 'main', taskId: 'task' })).rejects.toMatchObject(
      {
        code: 'FORBIDDEN',
      },
    );
    await writeFiles(worktree, { 'a.txt': 'uncommitted\n' });
    await expect(world.client.rebase({ worktree, onto: 'main', taskId: 'task' })).rejects.toMatchObject({
      code: 'WRONG_STATE',
      message: expect.stringContaining('a.txt'),
    });
    await world.git(worktree, 'commit', '--quiet', '-a', '-m', 'mine');
    await commitFiles(world, { repo, files: { 'new.txt': 'main\n' } });
    await writeFiles(worktree, { 'new.txt': 'untracked\n' });
    await expect(world.client.rebase({ worktree, onto: 'main', taskId: 'task' })).rejects.toMatchObject({
      code: 'WRONG_STATE',
      data: { files: ['new.txt'] },
    });
    expect(await readFile(join(worktree, 'new.txt'), 'utf8')).toBe('untracked\n');
    expect((await world.client.worktreeStatus({ path: worktree })).operation).toBeNull();
  });
});

describe('checkoutIntegration', () => {
  it('shows exactly the files of a commit, on no branch, again and again', async () => {
    const path = join(world.dir, 'integration');
    const one = await commitOn(start, { 'a.txt': 'one\n', 'new.txt': 'n\n' });
    const two = await commitOn(start, { 'a.txt': 'two\n' });
    expect(await world.client.checkoutIntegration({ repo, path, sha: one })).toMatchObject({ sha: one });
    await writeFiles(path, { 'a.txt': 'touched by tests\n', 'left.txt': 'x', 'cache/built': 'x' });
    const done = await world.client.checkoutIntegration({ repo, path, sha: two, keepIgnored: true });
    expect(done.tree).toBe(await world.client.treeOf({ repo, ref: two }));
    expect(await world.git(path, 'status', '--porcelain')).toBe('');
    expect(await world.git(path, 'rev-parse', 'HEAD')).toBe(two);
    expect(await readFile(join(path, 'cache/built'), 'utf8')).toBe('x');
    await world.client.checkoutIntegration({ repo, path, sha: two });
    expect(await world.git(path, 'status', '--porcelain', '--ignored')).toBe('');
    expect((await world.client.listWorktrees({ repo })).find((w) => w.path === path)?.branch).toBeNull();
    await rm(path, { recursive: true });
    await world.client.checkoutIntegration({ repo, path, sha: one });
    expect(await readFile(join(path, 'new.txt'), 'utf8')).toBe('n\n');
  });

  it('throws away nothing that is not its own', async () => {
    const worktree = await worktreeOn('factoryfactory/task-i', start);
    await writeFiles(worktree, { 'mine.txt': 'work\n' });
    for (const path of [worktree, repo]) {
      await expect(world.client.checkoutIntegration({ repo, path, sha: start })).rejects.toMatchObject({
        code: 'ALREADY_EXISTS',
      });
    }
    expect(await readFile(join(worktree, 'mine.txt'), 'utf8')).toBe('work\n');
    await expect(
      world.client.checkoutIntegration({ repo, path: join(world.dir, 'i'), sha: 'f'.repeat(40) }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('advanceWorktree', () => {
  let worktree: string;
  let to: string;
  const advance = () => world.client.advanceWorktree({ worktree, from: start, to });
  const status = () => world.git(worktree, 'status', '--porcelain');

  beforeEach(async () => {
    worktree = await worktreeOn(epic, start);
    to = await commitOn(start, { 'a.txt': 'landed\n', 'dir/new.txt': 'landed\n' });
  });
  const land = () =>
    world.client.updateRef({ repo, ref: `refs/heads/${epic}`, to, expected: start, reason: 'landed' });

  it('makes a clean worktree clean again', async () => {
    await land();
    expect(await status()).not.toBe('');
    expect(await advance()).toEqual({ status: 'advanced' });
    expect(await status()).toBe('');
    expect(await readFile(join(worktree, 'dir/new.txt'), 'utf8')).toBe('landed\n');
    expect(await advance()).toEqual({ status: 'advanced' });
    expect(await status()).toBe('');
  });

  it('is not misled by files that were only touched', async () => {
    await utimes(join(worktree, 'a.txt'), 1, 1);
    await land();
    expect(await advance()).toEqual({ status: 'advanced' });
    expect(await status()).toBe('');
  });

  it('keeps local changes, staged and not, in files that did not land', async () => {
    await writeFiles(worktree, { 'b.txt': 'staged\n', 'c.txt': 'changed\n', 'own.txt': 'untracked\n' });
    await world.git(worktree, 'add', 'b.txt');
    const before = await status();
    await land();
    expect(await advance()).toEqual({ status: 'advanced' });
    expect(await status()).toBe(before);
    expect(await readFile(join(worktree, 'a.txt'), 'utf8')).toBe('landed\n');
    expect(await readFile(join(worktree, 'c.txt'), 'utf8')).toBe('changed\n');
  });

  it('waits, changing nothing, while a local change is in the way', async () => {
    await writeFiles(worktree, { 'a.txt': 'local\n' });
    await land();
    expect(await advance()).toMatchObject({ status: 'deferred', files: ['a.txt'] });
    expect(await readFile(join(worktree, 'a.txt'), 'utf8')).toBe('local\n');
    await world.git(worktree, 'checkout', start, '--', 'a.txt');
    expect(await advance()).toEqual({ status: 'advanced' });
    expect(await status()).toBe('');
  });

  it.each([
    ['an untracked', { 'dir/new.txt': 'mine\n' }],
    ['even an ignored', { 'dir/new.txt': 'mine\n', 'dir/.gitignore': 'new.txt\n' }],
    ['an ignored folder where a', { 'dir/new.txt/x': 'mine\n', 'dir/.gitignore': 'x\n' }],
  ])('waits while %s file is in the way', async (_kind, files) => {
    await writeFiles(worktree, files);
    await land();
    expect(await advance()).toMatchObject({ status: 'deferred', files: ['dir/new.txt'] });
    const [mine = ''] = Object.keys(files);
    expect(await readFile(join(worktree, mine), 'utf8')).toBe('mine\n');
    expect(await readFile(join(worktree, 'a.txt'), 'utf8')).toBe('a\n');
  });

  it('takes a file that is already there as it lands for what it is, with edits beside it', async () => {
    to = await commitOn(to, { 'dir/run.sh': 'same\n' });
    const files = { 'dir/new.txt': 'landed\n', 'dir/run.sh': 'same\n', 'b.txt': 'mine\n' };
    await writeFiles(worktree, { ...files, 'own.txt': 'mine\n' });
    await land();
    expect(await advance()).toEqual({ status: 'advanced' });
    expect(await status()).toBe(' M b.txt\n?? own.txt');
  });

  it('leaves the index as it was when another file is in the way', async () => {
    await writeFiles(worktree, { 'dir/new.txt': 'landed\n', 'a.txt': 'local\n' });
    const staged = () => world.git(worktree, 'ls-files', '--stage');
    const before = await staged();
    await land();
    expect(await advance()).toMatchObject({ status: 'deferred', files: ['a.txt'] });
    expect(await staged()).toBe(before);
  });

  it('waits while an operation is open or the branch is elsewhere', async () => {
    expect(await advance()).toMatchObject({ status: 'deferred' });
    await land();
    await world.git(worktree, 'bisect', 'start');
    expect(await advance()).toMatchObject({ status: 'deferred', reason: expect.stringContaining('bisect') });
  });

  it('finishes an update that was killed half way', async () => {
    to = await commitOn(to, { 'b.txt': 'landed too\n' });
    await land();
    // Files of both trees, the index of the first: what a kill -9 in the middle leaves.
    await writeFiles(worktree, { 'a.txt': 'landed\n', 'dir/new.txt': 'landed\n' });
    expect(await advance()).toEqual({ status: 'advanced' });
    expect(await status()).toBe('');
    expect(await readFile(join(worktree, 'b.txt'), 'utf8')).toBe('landed too\n');
  });
});

describe('landRef on a branch that the user has checked out', () => {
  let to: string;
  const land = () => world.client.landRef({ repo, branch: 'main', to, expected: start, reason: 'final' });
  beforeEach(async () => {
    to = await commitOn(start, { 'a.txt': 'landed\n', 'new.txt': 'n\n' });
  });

  it('brings a clean checkout forward', async () => {
    expect(await land()).toEqual({ advanced: [repo] });
    expect(await world.git(repo, 'status', '--porcelain')).toBe('');
    expect(await world.git(repo, 'rev-parse', 'HEAD')).toBe(to);
    expect(await readFile(join(repo, 'a.txt'), 'utf8')).toBe('landed\n');
  });

  it('keeps edits in other files', async () => {
    await writeFiles(repo, { 'b.txt': 'staged\n', 'c.txt': 'edited\n', 'own.txt': 'u\n' });
    await world.git(repo, 'add', 'b.txt');
    const before = await world.git(repo, 'status', '--porcelain');
    await land();
    expect(await world.git(repo, 'status', '--porcelain')).toBe(before);
  });

  it('lands beside a file that is not tracked and has the content that lands', async () => {
    await writeFiles(repo, { 'new.txt': 'n\n', 'own.txt': 'u\n' });
    expect(await land()).toEqual({ advanced: [repo] });
    expect(await world.git(repo, 'status', '--porcelain')).toBe('?? own.txt');
    expect(await world.git(repo, 'rev-parse', 'main')).toBe(to);
  });

  it('refuses, and moves nothing, when an edit is in the way', async () => {
    for (const file of ['a.txt', 'new.txt']) {
      await writeFiles(repo, { [file]: 'mine\n' });
      // Touched without a change: even this must not make us write the user's index.
      await utimes(join(repo, 'c.txt'), 1, 1);
      const before = await world.git(repo, '--no-optional-locks', 'status', '--porcelain');
      const index = await readFile(join(repo, '.git/index'));
      await expect(land()).rejects.toMatchObject({
        code: 'WRONG_STATE',
        message: expect.stringContaining(file),
        next: expect.stringContaining('Commit or stash'),
      });
      expect((await readFile(join(repo, '.git/index'))).equals(index)).toBe(true);
      expect(await world.git(repo, 'rev-parse', 'main')).toBe(start);
      expect(await world.git(repo, 'status', '--porcelain')).toBe(before);
      await world.git(repo, 'checkout', '--quiet', '.');
    }
  });

  it.each(['two\nlines.txt', 'a "quoted" one', "somebody's", 'tab\there', 'über'])(
    'refuses by name when an edit of %j is in the way',
    async (name) => {
      const expected = await commitFiles(world, { repo, files: { [name]: 'old\n' } });
      const to = await commitFiles(world, { repo, files: { [name]: 'new\n' } });
      await world.git(repo, 'reset', '--quiet', '--hard', expected);
      const land = () => world.client.landRef({ repo, branch: 'main', to, expected, reason: 'landed' });
      await writeFiles(repo, { [name]: 'mine\n' });
      await expect(land()).rejects.toMatchObject({ code: 'WRONG_STATE', data: { files: [name] } });
      await expect(land()).rejects.toThrow(/^[^\n]*Local changes are in the way \([^\n]*$/);
      expect(await world.git(repo, 'rev-parse', 'main')).toBe(expected);
      await world.git(repo, 'checkout', '--quiet', '.');
      expect(await land()).toEqual({ advanced: [repo] });
    },
  );

  it('waits for a git of the user that holds the index for a moment, and changes nothing when it stays', async () => {
    const lock = join(repo, '.git', 'index.lock');
    await writeFile(lock, '');
    const landing = land();
    await new Promise((resolve) => setTimeout(resolve, 500));
    await rm(lock);
    await landing;
    expect(await world.git(repo, 'rev-parse', 'main')).toBe(to);
    expect(await world.git(repo, 'status', '--porcelain')).toBe('');
  });

  it('takes all of it back when the index stays locked', async () => {
    const lock = join(repo, '.git', 'index.lock');
    await writeFile(lock, '');
    await writeFile(join(repo, 'new.txt'), 'n\n');
    await expect(land()).rejects.toMatchObject({ code: 'BUSY' });
    expect(await world.git(repo, 'rev-parse', 'main')).toBe(start);
    await rm(lock);
    expect(await world.git(repo, 'status', '--porcelain')).toBe('?? new.txt');
    await land();
  }, 60_000);

  it.runIf(process.getuid?.() === 0)('takes all of it back when a file cannot be replaced', async () => {
    const more = await commitOn(to, { 'a.txt': 'again\n', 'later/b.txt': 'x\n', 'zz.txt': 'z\n' });
    await land();
    await writeFile(join(repo, 'c.txt'), 'mine\n');
    await world.git(repo, 'add', 'c.txt');
    await world.run('chattr', ['+i', join(repo, 'a.txt')]);
    try {
      await expect(
        world.client.landRef({ repo, branch: 'main', to: more, expected: to, reason: 'x' }),
      ).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    } finally {
      await world.run('chattr', ['-i', join(repo, 'a.txt')]);
    }
    expect(await world.git(repo, 'rev-parse', 'main')).toBe(to);
    expect(await world.git(repo, 'status', '--porcelain')).toBe('M  c.txt');
  });

  it('only moves the ref when the branch is checked out nowhere', async () => {
    await world.git(repo, 'checkout', '--quiet', '-b', 'other');
    await writeFiles(repo, { 'a.txt': 'my edit\n' });
    expect(await land()).toEqual({ advanced: [] });
    expect(await world.git(repo, 'rev-parse', 'main')).toBe(to);
    expect(await world.git(repo, 'status', '--porcelain')).toBe(' M a.txt');
  });

  it('refuses a moved branch, a branch being rebased and a step that loses commits', async () => {
    const mine = await commitFiles(world, { repo, files: { 'c.txt': 'mine\n' } });
    await expect(land()).rejects.toMatchObject({ code: 'STALE' });
    expect(await world.git(repo, 'rev-parse', 'main')).toBe(mine);
    expect(await world.git(repo, 'status', '--porcelain')).toBe('');
    await expect(
      world.client.landRef({ repo, branch: 'main', to, expected: mine, reason: 'x' }),
    ).rejects.toMatchObject({ code: 'CONFLICT' });
    await commitFiles(world, { repo, files: { 'a.txt': 'mine\n' } });
    await world.git(repo, 'rebase', '--quiet', to).catch(() => {});
    await expect(land()).rejects.toMatchObject({
      code: 'WRONG_STATE',
      message: expect.stringContaining('rebase'),
    });
  });
});

describe('landRef on a branch that a worktree of ours has checked out', () => {
  let path: string;
  let to: string;
  const land = () => world.client.landRef({ repo, branch: epic, to, expected: start, reason: 'a task' });
  beforeEach(async () => {
    path = await worktreeOn(epic, start);
    to = await commitOn(start, { 'a.txt': 'landed\n', 'new.txt': 'n\n' });
  });

  it('moves both together, keeps edits in other files, and says so in the reflog', async () => {
    await writeFiles(path, { 'b.txt': 'staged\n', 'c.txt': 'edited\n', 'own.txt': 'u\n' });
    await world.git(path, 'add', 'b.txt');
    const before = await world.git(path, 'status', '--porcelain');
    expect(await land()).toEqual({ advanced: [path] });
    expect(await world.git(path, 'status', '--porcelain')).toBe(before);
    expect(await world.git(repo, 'rev-parse', epic)).toBe(to);
    expect(await readFile(join(path, 'a.txt'), 'utf8')).toBe('landed\n');
    expect(await world.git(repo, 'reflog', '-1', '--format=%gs', epic)).toContain('factoryfactory: a task');
  });

  it('refuses, and touches nothing, when an edit, a new file or an ignored one is in the way', async () => {
    await writeFiles(path, { '.gitignore': 'cache/\nnew.txt\n' });
    for (const file of ['a.txt', 'new.txt']) {
      await writeFiles(path, { [file]: 'mine\n' });
      await expect(land()).rejects.toMatchObject({
        code: 'WRONG_STATE',
        message: expect.stringContaining(file),
      });
      expect(await readFile(join(path, file), 'utf8')).toBe('mine\n');
      expect(await world.git(repo, 'rev-parse', epic)).toBe(start);
      await world.git(path, 'checkout', '--quiet', '--', 'a.txt');
    }
  });

  it('takes up a fast-forward that was killed half way, before its branch moved', async () => {
    await writeFiles(path, { 'new.txt': 'n\n' });
    await writeFiles(path, { 'a.txt': 'landed\n' });
    expect(await land()).toEqual({ advanced: [path] });
    expect(await world.git(path, 'status', '--porcelain')).toBe('');
    expect(await world.git(repo, 'rev-parse', epic)).toBe(to);
  });
});
