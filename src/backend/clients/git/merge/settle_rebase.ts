import { setTimeout as sleep } from 'node:timers/promises';
import type { GitContext } from '@/backend/clients/git/core/context';
import { canonical, locateGitDir } from '@/backend/clients/git/core/git_dir';
import { isGitRunningIn } from '@/backend/clients/git/core/live_process';
import { type RebaseMark, readRebaseMark, removeRebaseMark } from '@/backend/clients/git/merge/rebase_mark';
import { isUntouched, type TakenBack, takeBackRebase } from '@/backend/clients/git/merge/take_back_rebase';
import { type OpenRebase, rebaseIn } from '@/backend/clients/git/worktree/operation';
import { FactoryError } from '@/backend/domain/errors';

const LOOKS = 20;
const PAUSE_MS = 100;

export type SettleInput = {
  worktree: string;
  taskId: string;
  /** Only one that this client began: what an agent began by itself may be as it wants it. */
  ours?: boolean;
};

/**
 * Takes back a rebase that was cut off in the middle, by a kill or a full disk. Git would refuse it for ever, or go on and
 * leave out the commit that it was at. One that stopped properly, at a conflict, is left alone. Null when nothing was done.
 */
export async function settleRebase(ctx: GitContext, input: SettleInput): Promise<TakenBack | null> {
  if ((await lookFor(input)) === null) return null;
  return ctx.alone(input.worktree, async () => {
    await waitForGit(ctx, input.worktree);
    const found = await lookFor(input);
    if (found === null) return null;
    const { gitDir, mark, open } = found;
    // Its end was not seen because the server died, but it came to one: at a conflict, done, or refused.
    const hasEnded =
      open === 'stopped' || (open === null && mark !== null && (await isUntouched(ctx, { ...input, mark })));
    if (hasEnded) {
      await removeRebaseMark(gitDir);
      return null;
    }
    const taken = await takeBackRebase(ctx, input);
    ctx.log(`Took back a rebase in ${input.worktree} that had been cut off.`);
    return taken;
  });
}

/** A rebase of ours whose end nobody has seen, or one of anybody's that was cut off. */
async function lookFor(
  input: SettleInput,
): Promise<{ gitDir: string; mark: RebaseMark | null; open: OpenRebase } | null> {
  const place = locateGitDir(input.worktree);
  if (place === null || !place.linked) return null;
  const { gitDir } = place;
  const [mark, open] = await Promise.all([readRebaseMark(gitDir), rebaseIn(gitDir)]);
  const concerns = mark !== null || (open === 'cut_off' && input.ours !== true);
  return concerns ? { gitDir, mark, open } : null;
}

/** A server that died does not end the git that it had started. */
async function waitForGit(ctx: GitContext, worktree: string): Promise<void> {
  const folder = canonical(worktree);
  for (let look = 0; look < LOOKS; look++) {
    if (!(await isGitRunningIn(ctx, folder))) return;
    await sleep(PAUSE_MS);
  }
  throw new FactoryError(
    'BUSY',
    `A git command is at work in ${worktree}.`,
    'Wait for it to end and try again.',
  );
}
