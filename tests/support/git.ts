import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { createGitClient } from '@/backend/clients/git/create_git_client';
import type { GitClient } from '@/backend/clients/git/git_client';
import { type Run, run } from '@/backend/clients/process/run';

const exec = promisify(execFile);

export type GitWorld = {
  /** A folder of its own, symbolic links resolved; everything below is deleted by `cleanup`. */
  dir: string;
  /** What a child needs so that nothing of the machine's own git configuration is seen. */
  env: Record<string, string>;
  /** `run` inside that environment, for the clients under test. */
  run: Run;
  client: GitClient;
  notes: string[];
  /** Plain git, as a user or an agent would run it. Answers with its output, trimmed at the end. */
  git: (cwd: string, ...args: string[]) => Promise<string>;
  makeRepo: (options?: RepoOptions) => Promise<string>;
  cleanup: () => Promise<void>;
};

export type RepoOptions = {
  name?: string;
  branch?: string;
  files?: Record<string, string>;
  /** `bare`: with an `origin` beside it that the first commit was pushed to. */
  remote?: 'bare';
  /** No first commit. */
  empty?: boolean;
  /** Do not tell git who the user is. */
  anonymous?: boolean;
};

/** A place with its own HOME for tests on real git. Call `cleanup` when done. */
export async function makeGitWorld(options: { clock?: () => Date; run?: Run } = {}): Promise<GitWorld> {
  const start = options.run ?? run;
  const dir = await realpath(await mkdtemp(join(tmpdir(), 'ff-git-')));
  const home = join(dir, 'home');
  await mkdir(home);
  const env = {
    HOME: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: join(home, '.gitconfig'),
    GIT_TERMINAL_PROMPT: '0',
    GIT_EDITOR: 'true',
    LC_ALL: 'C',
  };
  const isolatedRun: Run = (file, args, runOptions = {}) =>
    start(file, args, { ...runOptions, env: { ...env, ...runOptions.env } });
  const notes: string[] = [];
  const git = async (cwd: string, ...args: string[]) => {
    const { stdout } = await exec('git', args, {
      cwd,
      env: { NODE_ENV: 'test', PATH: process.env.PATH, ...env },
      maxBuffer: 64 * 1024 * 1024,
    });
    return stdout.replace(/\n$/, '');
  };
  const makeRepo = async (repo: RepoOptions = {}) => {
    const path = join(dir, repo.name ?? 'repo');
    await mkdir(path, { recursive: true });
    await git(path, 'init', '--quiet', `--initial-branch=${repo.branch ?? 'main'}`);
    if (repo.anonymous !== true) {
      await git(path, 'config', 'user.name', 'Test User');
      await git(path, 'config', 'user.email', 'user@example.com');
    }
    if (repo.empty === true) return path;
    await writeFiles(path, repo.files ?? { 'README.md': '# A repository\n' });
    await git(path, 'add', '--all');
    await git(path, ...SOMEBODY, 'commit', '--quiet', '-m', 'Initial commit');
    if (repo.remote === 'bare') {
      const origin = `${path}.origin.git`;
      await git(dir, 'init', '--quiet', '--bare', `--initial-branch=${repo.branch ?? 'main'}`, origin);
      await git(path, 'remote', 'add', 'origin', origin);
      await git(path, 'push', '--quiet', '--set-upstream', 'origin', repo.branch ?? 'main');
      await git(path, 'remote', 'set-head', 'origin', '--auto');
    }
    return path;
  };
  return {
    dir,
    env,
    run: isolatedRun,
    client: createGitClient({
      run: isolatedRun,
      clock: options.clock ?? (() => new Date()),
      log: (note) => notes.push(note),
    }),
    notes,
    git,
    makeRepo,
    cleanup: () => rm(dir, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }),
  };
}

/** Writes files below a folder, making the folders on the way. */
export async function writeFiles(folder: string, files: Record<string, string>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
}

/** Writes files and commits them; answers with the new commit. */
export async function commitFiles(
  world: Pick<GitWorld, 'git'>,
  input: { repo: string; files: Record<string, string>; message?: string },
): Promise<string> {
  await writeFiles(input.repo, input.files);
  await world.git(input.repo, 'add', '--', ...Object.keys(input.files));
  await world.git(input.repo, ...SOMEBODY, 'commit', '--quiet', '-m', input.message ?? 'A change');
  return world.git(input.repo, 'rev-parse', 'HEAD');
}

const SOMEBODY = ['-c', 'user.name=Test User', '-c', 'user.email=user@example.com'];
