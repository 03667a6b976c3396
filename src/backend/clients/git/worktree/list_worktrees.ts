import type { GitContext } from '@/backend/clients/git/core/context';
import { canonical, locateGitDir } from '@/backend/clients/git/core/git_dir';

export type Worktree = {
  path: string;
  headSha: string | null;
  /** Null when HEAD is detached. */
  branch: string | null;
  /** The repository's own checkout. */
  main: boolean;
  /** The reason given, perhaps empty; null when it is not locked. */
  locked: string | null;
  /** Its folder is gone. */
  missing: boolean;
};

export async function listWorktrees(ctx: GitContext, input: { repo: string }): Promise<Worktree[]> {
  const { stdout } = await ctx.execute({ cwd: input.repo, args: ['worktree', 'list', '--porcelain', '-z'] });
  const [own, ...linked] = stdout
    .split('\0\0')
    .filter((record) => record !== '')
    .map((record, n) => readRecord(record.split('\0'), n === 0));
  if (own === undefined) return [];
  // Git takes the folder around its own data for the checkout, and where that data lies elsewhere, the data itself.
  const path = locateGitDir(input.repo)?.linked === false ? canonical(input.repo) : own.path;
  return [{ ...own, path }, ...linked];
}

/** The entry of this folder, whatever way its path is spelt. */
export async function findWorktree(
  ctx: GitContext,
  input: { repo: string; path: string },
): Promise<Worktree | null> {
  const wanted = canonical(input.path);
  for (const worktree of await listWorktrees(ctx, input)) {
    if (canonical(worktree.path) === wanted) return worktree;
  }
  return null;
}

function readRecord(lines: readonly string[], main: boolean): Worktree {
  const value = (key: string) => lines.find((line) => line === key || line.startsWith(`${key} `));
  const after = (key: string) => value(key)?.slice(key.length + 1) ?? null;
  return {
    path: after('worktree') ?? '',
    headSha: after('HEAD')?.replace(/^0+$/, '') || null,
    branch: after('branch')?.replace(/^refs\/heads\//, '') ?? null,
    main,
    locked: after('locked'),
    missing: value('prunable') !== undefined,
  };
}
