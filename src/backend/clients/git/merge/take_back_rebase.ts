import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { branchSha } from '@/backend/clients/git/branch/resolve_ref';
import type { GitContext } from '@/backend/clients/git/core/context';
import { canonical, requireLinkedWorktree } from '@/backend/clients/git/core/git_dir';
import { splitNul } from '@/backend/clients/git/core/records';
import { clearStaleLocks } from '@/backend/clients/git/core/stale_lock';
import { type RebaseMark, readRebaseMark, removeRebaseMark } from '@/backend/clients/git/merge/rebase_mark';
import { keepReplaced } from '@/backend/clients/git/rescue/keep_replaced';
import type { Rescue } from '@/backend/clients/git/rescue/rescue';
import { rescueWork } from '@/backend/clients/git/rescue/rescue_work';
import { branchIn, branchUnderOperation, rebaseNote } from '@/backend/clients/git/worktree/operation';
import { worktreeStatus } from '@/backend/clients/git/worktree/worktree_status';
import { FactoryError } from '@/backend/domain/errors';

/** How git names what it hands to a merge driver of the project's. */
const HANDED_TO_DRIVER = /^\.merge_file_\w{6}$/;

export type TakenBack = { head: string | null; rescued: Rescue | null };

/**
 * Puts a worktree back on its branch, which a rebase moves only when all is done. Does without `git rebase --abort`, which
 * needs notes that a full disk left empty, and refuses to write over files that the rebase itself left behind.
 * Whatever is in the folder is saved first, since somebody may have worked in it meanwhile.
 */
export async function takeBackRebase(
  ctx: GitContext,
  input: { worktree: string; taskId: string },
): Promise<TakenBack> {
  const { worktree } = input;
  const { gitDir } = requireLinkedWorktree(worktree);
  const mark = await readRebaseMark(gitDir);
  const branch = mark?.branch ?? (await requireBranch(gitDir, worktree));
  const tip = await branchSha(ctx, { repo: worktree, branch });
  const made = await pathsMadeBy(ctx, {
    worktree,
    tip,
    onto: mark?.onto ?? (await rebaseNote(gitDir, 'onto')),
  });
  const rescued = await rescueWork(ctx, input);
  const autostash = await rebaseNote(gitDir, 'autostash');
  if (autostash !== null) await keepReplaced(ctx, { repo: worktree, sha: autostash });
  // Whoever held one is gone: that is looked for once more.
  await clearStaleLocks(ctx, { worktree: canonical(worktree), gitDir, staleAfterMs: 0 });
  const git = (...args: string[]) => ctx.execute({ cwd: worktree, args, writes: true });
  await git('symbolic-ref', '-m', 'factoryfactory: rebase taken back', 'HEAD', `refs/heads/${branch}`);
  await git('reset', '--hard', '--quiet');
  for (const path of await leftOf(ctx, { worktree, made, mark })) await rm(join(worktree, path));
  await git('update-ref', '--no-deref', '-d', 'REBASE_HEAD');
  // Last, so that whoever is killed on the way here is found to be on the way.
  await Promise.all(
    ['rebase-merge', 'rebase-apply'].map((name) => rm(join(gitDir, name), { recursive: true, force: true })),
  );
  await removeRebaseMark(gitDir);
  return { head: tip, rescued };
}

/** Is the folder as the rebase found it, or as one that was done leaves it? */
export async function isUntouched(
  ctx: GitContext,
  { worktree, mark }: { worktree: string; mark: RebaseMark },
): Promise<boolean> {
  const status = await worktreeStatus(ctx, { path: worktree });
  if (status.branch !== mark.branch || status.staged.count > 0 || status.unstaged.count > 0) return false;
  const made = await pathsMadeBy(ctx, { worktree, tip: status.headSha, onto: mark.onto });
  return (await leftOf(ctx, { worktree, made, mark })).length === 0;
}

/** What lies in the folder, is not tracked, and comes from the rebase. */
async function leftOf(
  ctx: GitContext,
  input: { worktree: string; made: ReadonlySet<string>; mark: RebaseMark | null },
): Promise<string[]> {
  const before = new Set(input.mark?.untracked ?? []);
  const now = await untrackedIn(ctx, input.worktree);
  return now.filter((path) => !before.has(path) && (input.made.has(path) || HANDED_TO_DRIVER.test(path)));
}

export async function untrackedIn(ctx: GitContext, worktree: string): Promise<string[]> {
  const args = ['ls-files', '--others', '--exclude-standard', '-z'];
  return splitNul((await ctx.execute({ cwd: worktree, args })).stdout);
}

/** Files that the rebase may have written and that the branch as it is does not have. */
async function pathsMadeBy(
  ctx: GitContext,
  input: { worktree: string; tip: string | null; onto: string | null },
): Promise<Set<string>> {
  const { worktree, tip, onto } = input;
  if (tip === null || onto === null) return new Set();
  const names = ['--name-only', '--no-renames', '-z'];
  const lists = await Promise.all([
    ctx.execute({ cwd: worktree, args: ['diff-tree', '-r', '--diff-filter=A', ...names, tip, onto] }),
    // What one commit of the branch adds and a later one takes away.
    ctx.execute({
      cwd: worktree,
      args: ['log', '--format=', '--diff-filter=D', ...names, `${onto}..${tip}`],
    }),
  ]);
  return new Set(lists.flatMap(({ stdout }) => splitNul(stdout)));
}

async function requireBranch(gitDir: string, worktree: string): Promise<string> {
  const branch = (await branchIn(gitDir)) ?? (await branchUnderOperation(gitDir));
  if (branch !== null) return branch;
  throw new FactoryError(
    'WRONG_STATE',
    `Nothing tells any more which branch is being rebased in ${worktree}.`,
    "Switch to the task's branch by hand: git switch --force <branch>.",
  );
}
