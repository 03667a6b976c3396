import { readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { FactoryError, messageOf } from '@/backend/domain/errors';
import { orNull } from './or_null';

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
export function locateGitDir(folder: string): GitPlace | null {
  const dotGit = join(folder, '.git');
  const found = orNull(() => statSync(dotGit));
  if (found === null) return isBare(folder) ? place(folder) : null;
  if (found.isDirectory()) return place(dotGit);
  const pointer = orNull(() => readFileSync(dotGit, 'utf8'))?.match(/^gitdir: (.+?)\s*$/m)?.[1];
  if (pointer === undefined) return null;
  const gitDir = resolve(folder, pointer);
  return orNull(() => statSync(gitDir)) === null ? null : place(gitDir);
}

/** The place of a linked worktree; anything else is refused, the user's own checkout above all. */
export function requireLinkedWorktree(folder: string): GitPlace {
  const found = locateGitDir(folder);
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
export function canonical(path: string): string {
  const full = resolve(path);
  const real = orNull(() => realpathSync.native(full));
  if (real !== null) return real;
  const parent = dirname(full);
  return parent === full ? full : join(canonical(parent), basename(full));
}

function place(gitDir: string): GitPlace {
  const real = realOf(gitDir);
  const pointer = orNull(() => readFileSync(join(real, 'commondir'), 'utf8'));
  if (pointer === null) return { gitDir: real, commonDir: real, linked: false };
  return { gitDir: real, commonDir: canonical(resolve(real, pointer.trim())), linked: true };
}

function realOf(gitDir: string): string {
  try {
    return realpathSync.native(gitDir);
  } catch (thrown) {
    throw new FactoryError('NOT_FOUND', `${gitDir} cannot be read: ${messageOf(thrown)}.`, 'Put it back.');
  }
}

function isBare(folder: string): boolean {
  return ['HEAD', 'objects', 'refs'].every((part) => orNull(() => statSync(join(folder, part))) !== null);
}
