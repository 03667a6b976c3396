import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createGitClient } from '@/backend/clients/git/create_git_client';
import { commitFiles, type GitWorld, makeGitWorld, writeFiles } from '../../support/git';

let world: GitWorld;
beforeEach(async () => {
  world = await makeGitWorld();
});
afterEach(() => world.cleanup());

describe('inspectRepository', () => {
  it('describes a normal clone', async () => {
    const repo = await world.makeRepo({ remote: 'bare', branch: 'trunk' });
    const found = await world.client.inspectRepository({ path: repo });
    expect(found).toEqual({
      root: repo,
      commonDir: join(repo, '.git'),
      headSha: await world.git(repo, 'rev-parse', 'HEAD'),
      branch: 'trunk',
      defaultBranch: 'trunk',
      remotes: [{ name: 'origin', url: `${repo}.origin.git` }],
      originUrl: `${repo}.origin.git`,
      shallow: false,
    });
  });

  it('takes the default of the remote over the branch the user is on', async () => {
    const repo = await world.makeRepo({ remote: 'bare', branch: 'develop' });
    await world.git(repo, 'switch', '--quiet', '-c', 'main');
    expect(await world.client.inspectRepository({ path: repo })).toMatchObject({
      branch: 'main',
      defaultBranch: 'develop',
    });
  });

  it('without a remote takes init.defaultBranch, then the usual names, then where the user is', async () => {
    const repo = await world.makeRepo({ branch: 'work' });
    const defaultBranch = async () => (await world.client.inspectRepository({ path: repo })).defaultBranch;
    expect(await defaultBranch()).toBe('work');
    await world.git(repo, 'branch', 'master');
    expect(await defaultBranch()).toBe('master');
    await world.git(repo, 'branch', 'stem');
    await world.git(repo, 'config', 'init.defaultBranch', 'stem');
    expect(await defaultBranch()).toBe('stem');
  });

  it('works with a detached HEAD', async () => {
    const repo = await world.makeRepo();
    await world.git(repo, 'checkout', '--quiet', '--detach');
    expect(await world.client.inspectRepository({ path: repo })).toMatchObject({
      branch: null,
      defaultBranch: 'main',
    });
  });

  it('resolves symbolic links and takes names with spaces and letters of any script', async () => {
    const repo = await world.makeRepo({ name: 'my répo 名前' });
    await symlink(repo, join(world.dir, 'link'));
    const found = await world.client.inspectRepository({ path: join(world.dir, 'link') });
    expect(found.root).toBe(repo);
  });

  it('shows no password of a remote', async () => {
    const repo = await world.makeRepo();
    await world.git(repo, 'remote', 'add', 'origin', 'https://someone:s3cret@example.com/a/b.git');
    const { originUrl } = await world.client.inspectRepository({ path: repo });
    expect(originUrl).toBe('https://example.com/a/b.git');
  });

  it('knows a shallow clone', async () => {
    const repo = await world.makeRepo({ remote: 'bare' });
    await commitFiles(world, { repo, files: { a: '1' } });
    await world.git(repo, 'push', '--quiet');
    const clone = join(world.dir, 'shallow');
    await world.git(world.dir, 'clone', '--quiet', '--depth=1', `file://${repo}.origin.git`, clone);
    expect((await world.client.inspectRepository({ path: clone })).shallow).toBe(true);
  });

  it('refuses what it cannot work with, and says what to do', async () => {
    const repo = await world.makeRepo();
    await mkdir(join(repo, 'sub'));
    await mkdir(join(world.dir, 'plain'));
    await writeFile(join(world.dir, 'file'), '');
    await world.git(world.dir, 'init', '--quiet', '--bare', 'bare.git');
    const empty = await world.makeRepo({ name: 'empty', empty: true });
    const cases: [string, string, RegExp][] = [
      ['relative/path', 'BAD_INPUT', /absolute/],
      [join(world.dir, 'nowhere'), 'NOT_FOUND', /does not exist/],
      [join(world.dir, 'file'), 'BAD_INPUT', /not a folder/],
      [join(world.dir, 'plain'), 'BAD_INPUT', /not a git repository/],
      [join(world.dir, 'bare.git'), 'BAD_INPUT', /bare/],
      [join(repo, '.git'), 'BAD_INPUT', /inside a \.git/],
      [join(repo, 'sub'), 'BAD_INPUT', new RegExp(`inside the repository ${repo}`)],
      [empty, 'WRONG_STATE', /no commits yet/],
    ];
    for (const [path, code, message] of cases) {
      await expect(world.client.inspectRepository({ path }), path).rejects.toMatchObject({
        code,
        message: expect.stringMatching(message),
        next: expect.stringMatching(/\S/),
      });
    }
  });

  it('asks for a branch when a detached HEAD is all there is', async () => {
    const repo = await world.makeRepo();
    await world.git(repo, 'checkout', '--quiet', '--detach');
    await world.git(repo, 'branch', '--quiet', '-D', 'main');
    await expect(world.client.inspectRepository({ path: repo })).rejects.toMatchObject({
      code: 'WRONG_STATE',
      next: expect.stringContaining('git switch -c'),
    });
  });
});

describe('checkGit', () => {
  it('tells the version and refuses one that is too old', async () => {
    expect((await world.client.checkGit()).version).toMatch(/^\d+\.\d+/);
    const old = createGitClient({
      run: async () => ({
        code: 0,
        signal: null,
        stdout: 'git version 2.30.1\n',
        stderr: '',
        timedOut: false,
      }),
      clock: () => new Date(),
    });
    await expect(old.checkGit()).rejects.toMatchObject({ code: 'MISSING_TOOL' });
  });
});

describe('identity', () => {
  it('leaves a configured user alone and gives a name where there is none', async () => {
    const known = await world.makeRepo({ name: 'known' });
    const anonymous = await world.makeRepo({ name: 'anonymous', anonymous: true });
    expect(await world.client.identityEnv({ repo: known })).toEqual({});
    const env = await world.client.identityEnv({ repo: anonymous });
    expect(env).toMatchObject({
      GIT_AUTHOR_NAME: 'Factory Factory',
      GIT_COMMITTER_EMAIL: 'factory@localhost',
    });
  });

  it('turns gc off for agents through their environment, not in anyone’s configuration', async () => {
    const repo = await world.makeRepo();
    const env = world.client.agentGitEnv();
    const seen = await world.run('git', ['config', '--get', 'gc.auto'], { cwd: repo, env });
    expect(seen.stdout.trim()).toBe('0');
    const own = await world.run('git', ['config', '--get', 'gc.auto'], { cwd: repo });
    expect(own.code).toBe(1);
  });

  it('shows agents their new files, whatever the user has shown to themselves', async () => {
    const repo = await world.makeRepo();
    await world.git(repo, 'config', '--global', 'status.showUntrackedFiles', 'no');
    await writeFiles(repo, { 'new.txt': 'new\n' });
    const env = world.client.agentGitEnv();
    const seen = await world.run('git', ['status', '--porcelain'], { cwd: repo, env });
    expect(seen.stdout.trim()).toBe('?? new.txt');
    expect((await world.client.worktreeStatus({ path: repo })).untracked.paths).toEqual(['new.txt']);
  });
});

describe('the environment of our own commands', () => {
  it('is not steered by what the server inherited', async () => {
    const repo = await world.makeRepo();
    const other = await world.makeRepo({ name: 'other', branch: 'else' });
    const client = createGitClient({
      run: (file, args, options) =>
        world.run(file, args, {
          ...options,
          env: { GIT_DIR: join(other, '.git'), GIT_WORK_TREE: other, ...options?.env },
        }),
      clock: () => new Date(),
    });
    const branches = await client.listBranches({ repo });
    expect(branches.map((branch) => branch.name)).toEqual(['main']);
  });

  it('says NOT_FOUND, not "git is missing", when the folder is gone', async () => {
    await expect(world.client.listBranches({ repo: join(world.dir, 'gone') })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});
