import { readFile, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { FactoryError, messageOf } from '@/backend/domain/errors';

export type GitPlace = {
  /** HEAD, index and operations in progress of this checkout. */
  gitDir: string;
  /** Objects, refs and configuration, shared by all worktrees. */
  commonDir: string;
  /** A linked worktree, as opposed to the repository's own checkout. */
  linked: boolean;
};

/**
 * Where the git data of exactly this folder is, or null. Never looks further up: a worktree without its `.git`
 * file inside another repository is not that repository.
 */
export async function locateGitDir(folder: string): Promise<GitPlace | null> {
  const dotGit = join(folder, '.git');
  const found = await stat(dotGit).catch(() => null);
  if (found === null) return (await isBare(folder)) ? place(folder) : null;
  if (found.isDirectory()) return place(dotGit);
  const pointer = (await readFile(dotGit, 'utf8').catch(() => '')).match(/^gitdir: (.+?)\s*$/m)?.[1];
  if (pointer === undefined) return null;
  const gitDir = resolve(folder, pointer);
  return (await stat(gitDir).catch(() => null)) === null ? null : place(gitDir);
}

/** The place of a linked worktree; anything else is refused, the user's own checkout above all. */
export async function requireLinkedWorktree(folder: string): Promise<GitPlace> {
  const found = await locateGitDir(folder);
  if (found === null) {
    throw new FactoryError(
      'NOT_FOUND',
      `${folder} is not a git worktree.`,
      'Give the top folder of a worktree; if its `.git` file was deleted, run: git worktree repair.',
    );
  }
  if (!found.linked) {
    throw new FactoryError(
      'FORBIDDEN',
      `${folder} is a repository's own checkout, not one of the worktrees made for a task.`,
      'Only worktrees made for tasks may be changed here.',
    );
  }
  return found;
}

/** One spelling for a path that may not exist yet: symbolic links on the way to it are resolved. */
export async function canonical(path: string): Promise<string> {
  const full = resolve(path);
  const real = await realpath(full).catch(() => null);
  if (real !== null) return real;
  const parent = dirname(full);
  return parent === full ? full : join(await canonical(parent), basename(full));
}

async function place(gitDir: string): Promise<GitPlace> {
  const real = await realpath(gitDir).catch((thrown: unknown) => {
    throw new FactoryError('NOT_FOUND', `${gitDir} cannot be read: ${messageOf(thrown)}.`, 'Put it back.');
  });
  const pointer = await readFile(join(real, 'commondir'), 'utf8').catch(() => null);
  if (pointer === null) return { gitDir: real, commonDir: real, linked: false };
  return { gitDir: real, commonDir: await canonical(resolve(real, pointer.trim())), linked: true };
}

async function isBare(folder: string): Promise<boolean> {
  const parts = await Promise.all(
    ['HEAD', 'objects', 'refs'].map((p) => stat(join(folder, p)).catch(() => null)),
  );
  return parts.every((part) => part !== null);
}
