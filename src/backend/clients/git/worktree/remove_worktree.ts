import { rm, stat } from 'node:fs/promises';
import type { GitContext } from '@/backend/clients/git/core/context';
import { locateGitDir } from '@/backend/clients/git/core/git_dir';
import type { Rescue } from '@/backend/clients/git/rescue/rescue';
import { rescueWork } from '@/backend/clients/git/rescue/rescue_work';
import { restoreGitFile } from '@/backend/clients/git/worktree/admin_dir';
import { forgetWorktree, lockedError } from '@/backend/clients/git/worktree/forget_worktree';
import { findWorktree } from '@/backend/clients/git/worktree/list_worktrees';
import { unsavedNested } from '@/backend/clients/git/worktree/unsaved_nested';
import { FactoryError, messageOf } from '@/backend/domain/errors';

export type RemoveWorktreeInput = {
  repo: string;
  path: string;
  taskId: string;
  /** Refs that count as safe places for its commits; all lasting ones but its own branch unless told. */
  protect?: readonly string[];
};

/** Saves what is in the worktree and nowhere else, then removes it, and makes sure that it is gone. */
export function removeWorktree(
  ctx: GitContext,
  input: RemoveWorktreeInput,
): Promise<{ removed: boolean; rescued: Rescue | null }> {
  return ctx.alone(input.repo, async () => {
    const [worktree, folder] = [await findWorktree(ctx, input), await stat(input.path).catch(() => null)];
    if (worktree === null && folder === null) return { removed: false, rescued: null };
    if (worktree === null) throw notOurs(input.path);
    if (worktree.main) throw notOurs(input.path);
    if (worktree.locked !== null && worktree.locked !== 'initializing') throw lockedError(worktree);
    const rescued =
      folder === null ? await forgetWorktree(ctx, { ...input, worktree }) : await rescueAndDelete(ctx, input);
    await assertGone(ctx, input);
    return { removed: true, rescued };
  });
}

async function rescueAndDelete(ctx: GitContext, input: RemoveWorktreeInput): Promise<Rescue | null> {
  if (locateGitDir(input.path) === null) await restoreGitFile(input);
  const nested = await unsavedNested(ctx, { worktree: input.path });
  if (nested.length > 0) throw nestedError(input.path, nested);
  const rescued = await rescueWork(ctx, {
    worktree: input.path,
    taskId: input.taskId,
    protect: input.protect,
  });
  await ctx.execute({
    cwd: input.repo,
    args: ['worktree', 'remove', '--force', '--force', input.path],
    // git may fail on a file that is written at that moment; what is left is dealt with below.
    answers: [0, 128, 255],
    writes: true,
  });
  await rm(input.path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }).catch(
    (thrown: unknown) => {
      throw new FactoryError(
        'BUSY',
        `${input.path} could not be deleted whole: ${messageOf(thrown)}.`,
        'End the programs that still use it, then remove it again. Its work has been saved.',
        { cause: thrown, data: { rescued } },
      );
    },
  );
  return rescued;
}

async function assertGone(ctx: GitContext, input: RemoveWorktreeInput): Promise<void> {
  const left = await findWorktree(ctx, input);
  if (left !== null) await forgetWorktree(ctx, { ...input, worktree: left });
  const folder = await stat(input.path).catch(() => null);
  if (folder === null && (left === null || (await findWorktree(ctx, input)) === null)) return;
  throw new FactoryError(
    'BUSY',
    `The worktree ${input.path} is still there after it was removed.`,
    'End the programs that still write to it, then remove it again.',
  );
}

function notOurs(path: string): FactoryError {
  return new FactoryError(
    'FORBIDDEN',
    `${path} is not a worktree made for a task, so it was not removed.`,
    'If it is not needed any more, remove it by hand.',
  );
}

function nestedError(path: string, nested: readonly string[]): FactoryError {
  return new FactoryError(
    'WRONG_STATE',
    `${path} was not removed: it contains repositories with work of their own that is saved nowhere else (${nested.join(', ')}).`,
    'Commit and push in them, or delete them, then remove the worktree again.',
    { data: { nested } },
  );
}
