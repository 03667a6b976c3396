import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { run } from '@/backend/clients/process/run';
import { commitFiles, type GitWorld, makeGitWorld, writeFiles } from '../../support/git';
import { waitFor } from '../../support/wait_for';

const exec = promisify(execFile);
const branch = 'factoryfactory/task-r';

let world: GitWorld;
let repo: string;
let worktree: string;
let gitDir: string;
let head: string;
/** What the server does with a rebase that has ended: nothing, when it died before. */
let serverDies: boolean;
let tries: number;

beforeEach(async () => {
  serverDies = false;
  world = await makeGitWorld({
    run: async (file, args, options) => {
      const result = await run(file, args, options);
      if (args.includes('write-tree') || args.includes('read-tree')) tries += 1;
      if (serverDies && args.includes('rebase')) throw new Error('the server is dead');
      return result;
    },
  });
  await makePlaces(world.dir);
});
afterEach(() => world.cleanup());

/** A task's branch with three commits, and a main that has moved on and has a file more. */
async function makePlaces(dir: string): Promise<void> {
  repo = await world.makeRepo({ files: { 'a.txt': 'a\n', 'b.txt': 'b\n' } });
  worktree = join(dir, 'worktree');
  await world.client.ensureBranch({ repo, branch, from: 'main' });
  await world.client.ensureWorktree({ repo, path: worktree, branch, taskId: 'task' });
  gitDir = await world.git(worktree, 'rev-parse', '--absolute-git-dir');
  await commitFiles(world, { repo: worktree, files: { 'one.txt': '1\n' } });
  await commitFiles(world, { repo: worktree, files: { 'b.txt': 'mine\n', 'two.txt': '2\n' } });
  head = await commitFiles(world, { repo: worktree, files: { 'dir/three.txt': '3\n' } });
  await commitFiles(world, { repo, files: { 'b.txt': 'main\n', 'more.txt': 'more\n' } });
  await writeFiles(worktree, { 'own.txt': 'not tracked\n' });
}

const rebase = () => world.client.rebase({ worktree, onto: 'main', taskId: 'task' });
const settle = (ours = true) => world.client.settleRebase({ worktree, taskId: 'task', ours });
const status = () => world.git(worktree, 'status', '--porcelain', '--branch', '--untracked-files=all');
const commits = () => world.git(repo, 'log', '--format=%s', `main..${branch}`);

/** Ends the git that starts it, once. */
const kill = () => `mkdir '${world.dir}/killed' 2>/dev/null && kill -9 $PPID; cat`;

/** Where git is when it is cut off, done with real kills: of git by programs that it starts itself. */
const CUTS = {
  'while the new base was checked out': async () => {
    await writeFile(join(repo, '.git/info/attributes'), 'more.txt filter=cut\n');
    await world.git(repo, 'config', 'filter.cut.smudge', kill());
  },
  'while a commit was merged': async () => {
    await writeFile(join(repo, '.git/info/attributes'), 'b.txt merge=cut\n');
    await world.git(repo, 'config', 'merge.cut.driver', kill());
  },
  'while a file of a commit was written': async () => {
    await writeFile(join(repo, '.git/info/attributes'), 'two.txt filter=cut\n');
    await world.git(repo, 'config', 'filter.cut.smudge', kill());
  },
};

async function heal(): Promise<void> {
  await rm(join(repo, '.git/info/attributes'));
  serverDies = false;
}

async function expectAsBefore(): Promise<void> {
  expect(await status()).toBe(`## ${branch}\n?? own.txt`);
  expect(await world.git(worktree, 'rev-parse', 'HEAD')).toBe(head);
  expect((await readdir(gitDir)).filter((name) => /rebase|\.lock$/i.test(name))).toEqual([]);
}

async function expectRebases(): Promise<void> {
  expect(await rebase()).toMatchObject({ status: 'conflict', files: ['b.txt'] });
  await writeFile(join(worktree, 'b.txt'), 'main\nmine\n');
  await world.git(worktree, 'add', 'b.txt');
  expect(await world.client.continueRebase({ worktree, taskId: 'task' })).toMatchObject({ status: 'clean' });
  expect((await commits()).split('\n')).toHaveLength(3);
  expect(await status()).toBe(`## ${branch}\n?? own.txt`);
}

describe.each(Object.entries(CUTS))('a rebase that was killed %s', (_when, cut) => {
  it('is taken back at once by the server that sees it', async () => {
    await cut();
    await expect(rebase()).rejects.toMatchObject({ message: expect.stringContaining('was taken back') });
    await heal();
    await expectAsBefore();
    await expectRebases();
  });

  it('is taken back later when the server died with it, and work that was done since is saved', async () => {
    await cut();
    serverDies = true;
    await expect(rebase()).rejects.toThrow('the server is dead');
    await heal();
    expect(await status()).not.toBe(`## ${branch}\n?? own.txt`);
    await writeFiles(worktree, { 'one.txt': 'work\n' });
    const taken = await settle();
    expect(await world.git(repo, 'show', `${taken?.rescued?.ref}:one.txt`)).toBe('work');
    await expectAsBefore();
    expect(await settle()).toBeNull();
    await expectRebases();
  });

  it('can be given up though it was begun by hand', async () => {
    await cut();
    await world.git(worktree, 'rebase', 'main').catch(() => undefined);
    await heal();
    expect(await settle()).toBeNull();
    await world.client.abortRebase({ worktree, taskId: 'task' });
    await expectAsBefore();
  });
});

it.each(['onto', 'head-name', 'orig-head', 'stopped-sha', 'message'])(
  'a rebase whose note “%s” a full disk left empty is refused by git, and taken back',
  async (note) => {
    await rebase();
    await writeFile(join(gitDir, 'rebase-merge', note), '');
    if (note === 'onto') {
      await expect(world.git(worktree, 'rebase', '--abort')).rejects.toThrow('invalid onto');
    }
    if (note === 'head-name') await world.git(worktree, 'symbolic-ref', 'HEAD', `refs/heads/${branch}`);
    await world.client.abortRebase({ worktree, taskId: 'task' });
    await expectAsBefore();
    await expectRebases();
  },
);

it('a conflict is left to the agent, whoever saw it come', async () => {
  serverDies = true;
  await expect(rebase()).rejects.toThrow('the server is dead');
  serverDies = false;
  expect(await settle()).toBeNull();
  expect(await world.client.worktreeStatus({ path: worktree })).toMatchObject({
    operation: 'rebase',
    conflicted: { paths: ['b.txt'] },
  });
  expect(await settle(false)).toBeNull();
  await expect(rebase()).rejects.toMatchObject({ next: expect.stringContaining('"abort"') });
});

it('is taken back by what git knows when our own note of it was torn', async () => {
  await CUTS['while a file of a commit was written']();
  serverDies = true;
  await expect(rebase()).rejects.toThrow('the server is dead');
  await heal();
  await writeFile(join(gitDir, 'factoryfactory-rebase'), '');
  expect(await settle()).toMatchObject({ head });
  await expectAsBefore();
});

it('one that was done while the server died is done', async () => {
  await world.git(repo, 'reset', '--quiet', '--hard', 'main~1');
  const main = await commitFiles(world, { repo, files: { 'more.txt': 'more\n' } });
  serverDies = true;
  await expect(rebase()).rejects.toThrow('the server is dead');
  serverDies = false;
  expect(await settle()).toBeNull();
  expect(await world.client.isAncestor({ repo, ancestor: main, descendant: branch })).toBe(true);
  expect((await commits()).split('\n')).toHaveLength(3);
  expect((await readdir(gitDir)).filter((name) => /rebase/i.test(name))).toEqual([]);
});

it('is not touched while a git of it still runs', async () => {
  await writeFile(join(repo, '.git/info/attributes'), 'more.txt filter=cut\n');
  const go = join(world.dir, 'go');
  await world.git(
    repo,
    'config',
    'filter.cut.smudge',
    `while [ ! -e '${go}' ]; do sleep 0.05; done; ${kill()}`,
  );
  const rebasing = rebase().catch((thrown: unknown) => thrown);
  await waitFor('the rebase to be on its way', () => stat(join(gitDir, 'rebase-merge')).catch(() => null));
  // Another process than the one that began it: a server that was started since.
  const later = await makeGitWorld();
  const settling = later.client.settleRebase({ worktree, taskId: 'task' });
  await expect(settling).rejects.toMatchObject({ code: 'BUSY' });
  await later.cleanup();
  await writeFile(go, '');
  await rebasing;
  await heal();
  await expectAsBefore();
});

it('to go on with changes that were not added is refused, and costs no resolution', async () => {
  await rebase();
  await writeFiles(worktree, { 'b.txt': 'both\n', 'a.txt': 'forgotten\n' });
  await world.git(worktree, 'add', 'b.txt');
  await expect(world.client.continueRebase({ worktree, taskId: 'task' })).rejects.toMatchObject({
    code: 'WRONG_STATE',
    data: { files: ['a.txt'] },
  });
  expect(await readFile(join(worktree, 'b.txt'), 'utf8')).toBe('both\n');
  await world.git(worktree, 'add', 'a.txt');
  expect(await world.client.continueRebase({ worktree, taskId: 'task' })).toMatchObject({ status: 'clean' });
});

it('a file that is changed in the last moment stays as it is', async () => {
  const hasty = await makeGitWorld({
    run: async (file, args, options) => {
      if (args.includes('rebase')) await writeFiles(worktree, { 'a.txt': 'in time\n' });
      return run(file, args, options);
    },
  });
  await expect(hasty.client.rebase({ worktree, onto: 'main', taskId: 'task' })).rejects.toMatchObject({
    code: 'WRONG_STATE',
  });
  await hasty.cleanup();
  expect(await status()).toBe(`## ${branch}\n M a.txt\n?? own.txt`);
  expect(await readFile(join(worktree, 'a.txt'), 'utf8')).toBe('in time\n');
  expect((await readdir(gitDir)).filter((name) => /rebase/i.test(name))).toEqual([]);
});

it('what had been resolved is saved when going on fails', async () => {
  await rebase();
  await writeFile(join(worktree, 'b.txt'), 'both\n');
  await world.git(worktree, 'add', 'b.txt');
  await writeFile(join(repo, '.git/info/attributes'), 'three.txt filter=cut\n');
  await world.git(repo, 'config', 'filter.cut.smudge', kill());
  const failed = await world.client
    .continueRebase({ worktree, taskId: 'task' })
    .catch((thrown: unknown) => String(thrown));
  const ref = /refs\/factoryfactory\/rescue\/\S+[^.\s]/.exec(String(failed))?.[0];
  expect(await world.git(repo, 'show', `${ref}:b.txt`)).toBe('both');
  await heal();
  await expectAsBefore();
});

const mayMount = process.platform === 'linux' && process.getuid?.() === 0;

describe.skipIf(!mayMount)('on a disk that becomes full in the middle of it', () => {
  let disk: string;
  beforeEach(async ({ skip }) => {
    disk = join(world.dir, 'disk');
    await mkdir(disk);
    const mounted = await exec('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'ff-test', disk]).catch(() => null);
    if (mounted === null) return skip('no disk can be mounted here');
    await rm(repo, { recursive: true });
    await rm(worktree, { recursive: true });
    // The repository is where it was; what fills up is what it lies on.
    await mkdir(join(disk, 'repo'));
    world = { ...world, makeRepo: (options) => makeRepoAt(join(disk, 'repo'), options?.files ?? {}) };
    await makePlaces(disk);
  });
  afterEach(() => exec('umount', ['--lazy', disk]).catch(() => undefined));

  async function makeRepoAt(path: string, files: Record<string, string>): Promise<string> {
    await world.git(path, 'init', '--quiet', '--initial-branch=main');
    await world.git(path, 'config', 'user.name', 'Test User');
    await world.git(path, 'config', 'user.email', 'user@example.com');
    await commitFiles(world, { repo: path, files });
    return path;
  }

  it('it is taken back as soon as there is room', async () => {
    await writeFile(join(repo, '.git/info/attributes'), 'more.txt filter=fill\n');
    const ballast = join(disk, 'ballast');
    const fill = `cat /dev/zero > '${ballast}' 2>/dev/null; cat`;
    await world.git(repo, 'config', 'filter.fill.smudge', fill);
    tries = 0;
    const rebasing = rebase().catch((thrown: unknown) => thrown);
    await waitFor('the first try to take it back', () => tries > 0);
    await rm(ballast);
    expect(await rebasing).toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringMatching(/^The disk is full.*was taken back/s),
    });
    await heal();
    await expectAsBefore();
    await expectRebases();
  });
});
