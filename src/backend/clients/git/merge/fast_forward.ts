import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readLooseBranch } from '@/backend/clients/git/branch/read_loose_branch';
import type { GitContext } from '@/backend/clients/git/core/context';
import { locateGitDir } from '@/backend/clients/git/core/git_dir';
import { clearOwnLock } from '@/backend/clients/git/worktree/clear_own_lock';
import { operationIn } from '@/backend/clients/git/worktree/operation';

type Forward = { repo: string; branch: string; expected: string; to: string; reason: string };

/**
 * The common case in one command: a branch that only one worktree of ours has checked out. Git's own fast-forward
 * moves files, index and branch together, the branch last, and refuses where anything would be lost. Null when this is
 * not that case or it refused: the careful way then finds out what is in the way, and nothing has changed.
 */
export async function fastForward(ctx: GitContext, input: Forward): Promise<string | null> {
  const common = locateGitDir(input.repo)?.commonDir;
  if (common === undefined) return null;
  const place = await findSoleCheckout(common, input.branch);
  if (place === null || (await operationIn(place.gitDir)) !== null) return null;
  if (readLooseBranch(common, input.branch) !== input.expected) return null;
  await clearOwnLock(ctx, { worktree: place.path });
  await ctx.execute({
    cwd: place.path,
    args: [...FAST_FORWARD, input.to],
    env: { GIT_REFLOG_ACTION: `factoryfactory: ${input.reason}` },
    answers: [0, 1, 2, 128],
    writes: true,
  });
  // It also answers well when there was nothing to do.
  return readLooseBranch(common, input.branch) === input.to ? place.path : null;
}

/** Ignored files count as somebody's too: by default git overwrites them. */
const FAST_FORWARD = [
  'merge',
  '--ff-only',
  '--no-overwrite-ignore',
  '--no-verify-signatures',
  '--no-stat',
  '--quiet',
];

/** From the files that `git worktree list` reads. Null in every case that is not plain. */
async function findSoleCheckout(
  common: string,
  branch: string,
): Promise<{ path: string; gitDir: string } | null> {
  const head = `ref: refs/heads/${branch}`;
  const names = await readdir(join(common, 'worktrees')).catch(() => []);
  const places = names.map((name) => join(common, 'worktrees', name));
  const heads = await Promise.all([common, ...places].map(readHead));
  // A detached one may be in the middle of a rebase of this very branch, and one that is not understood may be anything.
  const open = await Promise.all(
    [common, ...places].map(async (gitDir, n) =>
      heads[n]?.startsWith('ref: refs/heads/') === true
        ? false
        : heads[n] === null || (await operationIn(gitDir)) !== null,
    ),
  );
  if (open.includes(true) || heads[0] === head) return null;
  const [gitDir, another] = places.filter((_, n) => heads[n + 1] === head);
  if (gitDir === undefined || another !== undefined) return null;
  const file = (await readFile(join(gitDir, 'gitdir'), 'utf8').catch(() => '')).trim();
  return (await stat(file).catch(() => null)) === null ? null : { path: dirname(file), gitDir };
}

/** Null when it is missing, or kept in another format than files. */
async function readHead(gitDir: string): Promise<string | null> {
  const text = await readFile(join(gitDir, 'HEAD'), 'utf8').catch(() => null);
  return text === null || text === 'ref: refs/heads/.invalid\n' ? null : text.trim();
}
