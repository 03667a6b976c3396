import { realpath, stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { listBranches } from '@/backend/clients/git/branch/list_branches';
import type { GitContext } from '@/backend/clients/git/core/context';
import { redact } from '@/backend/clients/git/core/failure';
import { chooseDefaultBranch } from '@/backend/clients/git/repository/choose_default_branch';
import { FactoryError } from '@/backend/domain/errors';

export type Remote = { name: string; url: string };

export type Repository = {
  /** Top folder, with symbolic links resolved. */
  root: string;
  commonDir: string;
  headSha: string;
  /** Null when HEAD is detached. */
  branch: string | null;
  defaultBranch: string;
  remotes: Remote[];
  originUrl: string | null;
  shallow: boolean;
};

/** Everything a project needs to know of its repository, or an error that says what to do first. */
export async function inspectRepository(ctx: GitContext, input: { path: string }): Promise<Repository> {
  const path = await requireFolder(input.path);
  const { root, commonDir, shallow } = await requireTopOfWorkTree(ctx, path);
  const [head, branch, remotes, branches] = await Promise.all([
    ctx.execute({
      cwd: root,
      args: ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'],
      answers: [0, 1, 128],
    }),
    currentBranch(ctx, root),
    listRemotes(ctx, root),
    listBranches(ctx, { repo: root }),
  ]);
  if (head.code !== 0) {
    throw new FactoryError(
      'WRONG_STATE',
      `The repository ${root} has no commits yet, so there is nothing to branch from.`,
      'Make a first commit in it: git commit --allow-empty -m "Initial commit".',
      { data: { root } },
    );
  }
  const defaultBranch = await chooseDefaultBranch(ctx, { root, branch, names: branches.map((b) => b.name) });
  return {
    root,
    commonDir,
    headSha: head.stdout.trim(),
    branch,
    defaultBranch,
    remotes,
    originUrl: remotes.find((remote) => remote.name === 'origin')?.url ?? null,
    shallow,
  };
}

async function requireFolder(path: string): Promise<string> {
  if (!isAbsolute(path)) {
    throw new FactoryError(
      'BAD_INPUT',
      `"${path}" is not an absolute path.`,
      'Give the whole path, starting with /.',
    );
  }
  // They would break lines of what git and our own programs print, and do worse in a terminal.
  if (/\p{Cc}/u.test(path)) {
    throw new FactoryError(
      'BAD_INPUT',
      `${JSON.stringify(path)} has control characters in its name.`,
      'Rename the folder, then add it again.',
    );
  }
  const found = await stat(path).catch(() => null);
  if (found === null) {
    throw new FactoryError(
      'NOT_FOUND',
      `${path} does not exist.`,
      'Check the path, or clone the repository there.',
    );
  }
  if (!found.isDirectory()) {
    throw new FactoryError(
      'BAD_INPUT',
      `${path} is not a folder.`,
      'Give the top folder of a git repository.',
    );
  }
  return realpath(path);
}

async function requireTopOfWorkTree(
  ctx: GitContext,
  path: string,
): Promise<{ root: string; commonDir: string; shallow: boolean }> {
  const answer = await ctx.execute({
    cwd: path,
    discover: true,
    args: [
      'rev-parse',
      '--path-format=absolute',
      '--is-bare-repository',
      '--is-inside-git-dir',
      '--is-shallow-repository',
      '--git-common-dir',
    ],
    answers: [0, 128],
  });
  if (answer.code !== 0 && /not a git repository/.test(answer.stderr)) {
    throw new FactoryError(
      'BAD_INPUT',
      `${path} is not a git repository.`,
      'Run `git init` in it and make a first commit, or give the folder of an existing repository.',
    );
  }
  if (answer.code !== 0) {
    // Asked again without the leniency, so that the failure is read like any other.
    await ctx.execute({ cwd: path, discover: true, args: ['rev-parse', '--git-dir'] });
  }
  const [bare, insideGitDir, shallow, commonDir = ''] = answer.stdout.split('\n');
  if (bare === 'true' || insideGitDir === 'true') {
    throw new FactoryError(
      'BAD_INPUT',
      bare === 'true' ? `${path} is a bare repository, without files.` : `${path} is inside a .git folder.`,
      'Give the top folder of a normal clone.',
    );
  }
  const top = await ctx.execute({
    cwd: path,
    discover: true,
    args: ['rev-parse', '--path-format=absolute', '--show-toplevel'],
  });
  const root = await realpath(top.stdout.replace(/\n$/, ''));
  if (root !== path) {
    throw new FactoryError(
      'BAD_INPUT',
      `${path} is a folder inside the repository ${root}.`,
      `Give its top folder instead: ${root}.`,
      { data: { root } },
    );
  }
  return { root, commonDir: await realpath(commonDir), shallow: shallow === 'true' };
}

async function currentBranch(ctx: GitContext, root: string): Promise<string | null> {
  const answer = await ctx.execute({
    cwd: root,
    args: ['symbolic-ref', '--quiet', '--short', 'HEAD'],
    answers: [0, 1],
  });
  return answer.code === 0 ? answer.stdout.trim() : null;
}

async function listRemotes(ctx: GitContext, root: string): Promise<Remote[]> {
  const { stdout } = await ctx.execute({ cwd: root, args: ['remote', '--verbose'] });
  return [...stdout.matchAll(/^(.+?)\t(.+) \(fetch\)/gm)].map(([, name = '', url = '']) => ({
    name,
    url: redact(url),
  }));
}
