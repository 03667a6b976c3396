import { isAncestor } from '@/backend/clients/git/branch/compare';
import { updateRef } from '@/backend/clients/git/branch/update_ref';
import type { GitContext } from '@/backend/clients/git/core/context';
import { locateGitDir } from '@/backend/clients/git/core/git_dir';
import { assertBranch } from '@/backend/clients/git/core/revision';
import { type Advanced, advanceWorktree, canAdvance } from '@/backend/clients/git/merge/advance_worktree';
import { fastForward } from '@/backend/clients/git/merge/fast_forward';
import { finishInterrupted } from '@/backend/clients/git/merge/finish_interrupted';
import { listWorktrees, type Worktree } from '@/backend/clients/git/worktree/list_worktrees';
import { branchUnderOperation } from '@/backend/clients/git/worktree/operation';
import { FactoryError } from '@/backend/domain/errors';

export type LandInput = { repo: string; branch: string; to: string; expected: string; reason: string };

/**
 * Moves a branch forward that people may have checked out. Their checkouts follow when that touches nothing of
 * theirs; if one cannot follow, the branch does not move at all.
 */
export function landRef(ctx: GitContext, input: LandInput): Promise<{ advanced: string[] }> {
  assertBranch(input.branch);
  return ctx.alone(input.repo, async () => {
    const moved = await fastForward(ctx, input);
    if (moved !== null) return { advanced: [moved] };
    if (!(await isAncestor(ctx, { repo: input.repo, ancestor: input.expected, descendant: input.to }))) {
      throw new FactoryError(
        'CONFLICT',
        `${input.to} does not contain ${input.expected}, so ${input.branch} would lose commits.`,
        'Merge the two first.',
      );
    }
    const checkouts = await checkoutsOf(ctx, input);
    for (const { path, main } of checkouts) {
      const step = { worktree: path, from: input.expected, to: input.to };
      const tried = await canAdvance(ctx, step);
      if (tried.status === 'advanced') continue;
      // A fast-forward that was killed half way is no work of anybody's. In the user's own checkout nothing is guessed.
      if (!main && tried.files.length > 0 && (await finishInterrupted(ctx, step))) continue;
      throw inTheWay(input, path, tried);
    }
    const ref = `refs/heads/${input.branch}`;
    await updateRef(ctx, { ...input, ref });
    const followed: string[] = [];
    try {
      for (const { path } of checkouts) {
        const done = await advanceWorktree(ctx, { worktree: path, from: input.expected, to: input.to });
        if (done.status !== 'advanced') throw inTheWay(input, path, done);
        followed.push(path);
      }
    } catch (thrown) {
      // A lock, a full disk, a file that somebody changed in that very moment: take the step back instead of leaving a mess.
      await takeBack(ctx, { ...input, ref, followed });
      throw thrown;
    }
    return { advanced: checkouts.map(({ path }) => path) };
  });
}

async function takeBack(
  ctx: GitContext,
  { followed, ...input }: LandInput & { ref: string; followed: readonly string[] },
): Promise<void> {
  const { to: from, expected: to } = input;
  await updateRef(ctx, { ...input, to, expected: from, reason: 'landing undone' });
  for (const worktree of followed) await advanceWorktree(ctx, { worktree, from, to });
}

async function checkoutsOf(ctx: GitContext, input: LandInput): Promise<Worktree[]> {
  const all = (await listWorktrees(ctx, input)).filter((worktree) => !worktree.missing);
  for (const worktree of all.filter(({ branch }) => branch === null)) {
    const place = locateGitDir(worktree.path);
    if (place === null || (await branchUnderOperation(place.gitDir)) !== input.branch) continue;
    throw new FactoryError(
      'WRONG_STATE',
      `${input.branch} is in the middle of a rebase or bisect in ${worktree.path}.`,
      'Finish or abort that first.',
      { data: { path: worktree.path } },
    );
  }
  return all.filter(({ branch }) => branch === input.branch);
}

function inOneLine(path: string): string {
  return /\p{Cc}/u.test(path) ? JSON.stringify(path) : path;
}

function inTheWay(
  input: LandInput,
  path: string,
  why: Extract<Advanced, { status: 'deferred' }>,
): FactoryError {
  const files = why.files.length > 0 ? ` (${why.files.slice(0, 10).map(inOneLine).join(', ')})` : '';
  return new FactoryError(
    'WRONG_STATE',
    `${input.branch} is checked out in ${path} and cannot be moved there: ${why.reason.replace(/\.$/, '')}${files}. Nothing was changed.`,
    'Commit or stash those changes there, or switch that checkout to another branch.',
    { data: { path, files: why.files } },
  );
}
