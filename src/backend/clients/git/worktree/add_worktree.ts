import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { branchSha } from '@/backend/clients/git/branch/resolve_ref';
import type { GitContext } from '@/backend/clients/git/core/context';
import { assertBranch, assertRevision } from '@/backend/clients/git/core/revision';
import { assertOutsideCheckout, isOccupied } from '@/backend/clients/git/worktree/ensure_worktree';
import { loggedHead } from '@/backend/clients/git/worktree/logged_head';

export type AddWorktreeInput = { repo: string; path: string; branch: string; from: string };

/**
 * Branch and worktree at once, in one run of git, for a task that has neither: an agent waits for this. Null when it
 * cannot be done so simply; what there is was left as it was, and `ensureBranch` with `ensureWorktree` sorts it out.
 */
export function addWorktree(ctx: GitContext, input: AddWorktreeInput): Promise<{ sha: string } | null> {
  assertBranch(input.branch);
  assertRevision(input.from);
  return ctx.alone(input.repo, async () => {
    assertOutsideCheckout(input);
    if (isOccupied(input.path)) return null;
    mkdirSync(dirname(input.path), { recursive: true });
    const { code } = await ctx.execute({
      cwd: input.repo,
      args: ['worktree', 'add', '--quiet', '--no-track', '-b', input.branch, input.path, input.from],
      answers: [0, 128, 255],
      writes: true,
    });
    if (code !== 0) return null;
    const sha = (await loggedHead(input)) ?? (await branchSha(ctx, input));
    return sha === null ? null : { sha };
  });
}
