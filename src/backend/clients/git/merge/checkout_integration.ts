import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { requireCommit, treeOf } from '@/backend/clients/git/branch/resolve_ref';
import type { GitContext } from '@/backend/clients/git/core/context';
import { canonical, locateGitDir, requireLinkedWorktree } from '@/backend/clients/git/core/git_dir';
import { clearStaleLocks } from '@/backend/clients/git/core/stale_lock';
import { adminDirOf, restoreGitFile } from '@/backend/clients/git/worktree/admin_dir';
import { forgetWorktree } from '@/backend/clients/git/worktree/forget_worktree';
import { findWorktree } from '@/backend/clients/git/worktree/list_worktrees';
import { FactoryError } from '@/backend/domain/errors';

/** In git's entry of the worktree: says that its files are ours to throw away. */
const MARK = 'factoryfactory-integration';

export type IntegrationInput = {
  repo: string;
  path: string;
  sha: string;
  /** Leave ignored files such as installed packages and build caches from the run before. */
  keepIgnored?: boolean;
};

/** A folder with exactly the files of one commit, on no branch, for running tests. Reused from run to run. */
export function checkoutIntegration(
  ctx: GitContext,
  input: IntegrationInput,
): Promise<{ path: string; sha: string; tree: string }> {
  return ctx.alone(input.repo, async () => {
    const sha = await requireCommit(ctx, { repo: input.repo, ref: input.sha });
    const occupied = (await readdir(input.path).catch(() => [])).length > 0;
    if (occupied) await reuse(ctx, input, sha);
    else await make(ctx, input, sha);
    return { path: input.path, sha, tree: await treeOf(ctx, { repo: input.repo, ref: sha }) };
  });
}

async function make(ctx: GitContext, input: IntegrationInput, sha: string): Promise<void> {
  const stale = await findWorktree(ctx, input);
  if (stale !== null) await forgetWorktree(ctx, { repo: input.repo, taskId: 'integration', worktree: stale });
  await mkdir(dirname(input.path), { recursive: true });
  await ctx.execute({
    cwd: input.repo,
    args: ['worktree', 'add', '--quiet', '--detach', '--no-checkout', input.path, sha],
    writes: true,
  });
  const { gitDir } = requireLinkedWorktree(input.path);
  await writeFile(join(gitDir, MARK), '');
  await fill(ctx, input, sha);
}

async function reuse(ctx: GitContext, input: IntegrationInput, sha: string): Promise<void> {
  await mendPointer(input);
  const place = locateGitDir(input.path);
  const repo = locateGitDir(input.repo);
  const ours = place?.linked === true && place.commonDir === repo?.commonDir;
  if (!ours || !(await isOursToFill(input.path, place.gitDir))) {
    throw new FactoryError(
      'ALREADY_EXISTS',
      `${input.path} exists and is not the folder in which merges are tested, so it was left alone.`,
      'Move it away or delete it, then try again.',
    );
  }
  await clearStaleLocks(ctx, { worktree: canonical(input.path), gitDir: place.gitDir });
  await fill(ctx, input, sha);
}

/** Tests may do anything in there, also delete `.git` or make a repository of their own: one such must not stop all later ones. */
async function mendPointer(input: IntegrationInput): Promise<void> {
  const adminDir = await adminDirOf(input);
  if (adminDir === null || (await stat(join(adminDir, MARK)).catch(() => null)) === null) return;
  const place = locateGitDir(input.path);
  if (place !== null && place.gitDir === canonical(adminDir)) return;
  await rm(join(input.path, '.git'), { recursive: true, force: true });
  await restoreGitFile(input);
}

/** Marked as ours, or left by a crash before it was marked: then there is nothing in it but git's pointer. */
async function isOursToFill(path: string, gitDir: string): Promise<boolean> {
  if ((await stat(join(gitDir, MARK)).catch(() => null)) !== null) return true;
  const entries = await readdir(path);
  if (entries.length !== 1 || entries[0] !== '.git') return false;
  await writeFile(join(gitDir, MARK), '');
  return true;
}

async function fill(ctx: GitContext, input: IntegrationInput, sha: string): Promise<void> {
  const git = (args: readonly string[]) => ctx.execute({ cwd: input.path, args, writes: true });
  await git(['checkout', '--quiet', '--detach', '--force', sha]);
  await git(['clean', '--quiet', '-d', '--force', '--force', ...(input.keepIgnored === true ? [] : ['-x'])]);
}
