import { setTimeout as sleep } from 'node:timers/promises';
import type { GitContext } from '@/backend/clients/git/core/context';
import { canonical, locateGitDir } from '@/backend/clients/git/core/git_dir';
import { isGitRunningIn } from '@/backend/clients/git/core/live_process';
import { type RebaseMark, readRebaseMark, removeRebaseMark } from '@/backend/clients/git/merge/rebase_mark';
import {
  leftOf,
  pathsMadeBy,
  type TakenBack,
  takeBackRebase,
} from '@/backend/clients/git/merge/take_back_rebase';
import { rebaseIn } from '@/backend/clients/git/worktree/operation';
import { worktreeStatus } from '@/backend/clients/git/worktree/worktree_status';
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
    const { gitDir, mark, isCutOff } = found;
    if (mark !== null && !isCutOff && (await hasEndedWell(ctx, input, mark))) {
      await removeRebaseMark(gitDir);
      return null;
    }
    const taken = await takeBackRebase(ctx, { ...input, keep: true });
    ctx.log(`Took back a rebase in ${input.worktree} that had been cut off.`);
    return taken;
  });
}

/** A rebase of ours whose end nobody has seen, or one of anybody's that was cut off. */
async function lookFor(
  input: SettleInput,
): Promise<{ gitDir: string; mark: RebaseMark | null; isCutOff: boolean } | null> {
  const place = await locateGitDir(input.worktree);
  if (place === null || !place.linked) return null;
  const { gitDir } = place;
  const [mark, open] = await Promise.all([readRebaseMark(gitDir), rebaseIn(gitDir)]);
  const isCutOff = open === 'cut_off';
  return mark !== null || (isCutOff && input.ours !== true) ? { gitDir, mark, isCutOff } : null;
}

/** Its end was not seen because the server died, but it came to one: done, at a conflict, or refused with nothing changed. */
async function hasEndedWell(ctx: GitContext, { worktree }: SettleInput, mark: RebaseMark): Promise<boolean> {
  const status = await worktreeStatus(ctx, { path: worktree });
  if (status.operation === 'rebase') return true;
  if (status.branch !== mark.branch || status.staged.count > 0 || status.unstaged.count > 0) return false;
  const made = await pathsMadeBy(ctx, { worktree, tip: status.headSha, onto: mark.onto });
  return (await leftOf(ctx, { worktree, made, mark })).length === 0;
}

/** A server that died does not end the git that it had started. */
async function waitForGit(ctx: GitContext, worktree: string): Promise<void> {
  const folder = await canonical(worktree);
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
