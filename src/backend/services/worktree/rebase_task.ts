import type { Rebased } from '@/backend/clients/git/merge/run_rebase';
import type { TakenBack } from '@/backend/clients/git/merge/take_back_rebase';
import { FactoryError } from '@/backend/domain/errors';
import type { Task } from '@/backend/resource_accessors/task.accessor';
import { loadCaller } from '../agent/load_caller';
import type { Deps } from '../deps';
import { baseOf } from './base_of';

export type RebaseStep = 'start' | 'continue' | 'abort';

export type RebaseOutcome = {
  task: Task;
  onto: string;
  /** An earlier one that had been cut off in the middle, and was taken back before this. */
  tookBack: TakenBack | null;
} & (
  | Rebased
  | { status: 'aborted'; head: string | null; rescuedRef: string | null }
  | { status: 'current'; head: string }
  | { status: 'cut_off' }
);

/** A worker brings its branch on top of what has landed since. A conflict stays open in its worktree. */
export async function rebaseTask(
  deps: Pick<Deps, 'store' | 'git'>,
  input: { agentId: string; step: RebaseStep },
): Promise<RebaseOutcome> {
  const { task, project } = await loadCaller(deps.store, input.agentId);
  if (task.state !== 'IN_PROGRESS' && task.state !== 'BLOCKED') throw notNow(task);
  const place = { worktree: task.worktreePath, taskId: task.id };
  await deps.git.clearOwnLock(place);
  const known = { task, onto: task.baseBranch };
  if (input.step === 'abort') {
    const { head, rescued } = await deps.git.abortRebase(place);
    return { ...known, tookBack: null, status: 'aborted', head, rescuedRef: rescued?.ref ?? null };
  }
  const tookBack = await deps.git.settleRebase(place);
  const so = { ...known, tookBack };
  if (input.step === 'continue') {
    if (tookBack !== null) return { ...so, status: 'cut_off' };
    return { ...so, ...(await deps.git.continueRebase(place)) };
  }
  const before = await deps.git.headSha({ path: task.worktreePath });
  const { baseBranch: branch, baseSha: began } = task;
  const base = await baseOf(deps, { repo: project.repoPath, branch, began });
  const rebased = await deps.git.rebase({ ...place, onto: base?.sha ?? task.baseBranch });
  if (rebased.status === 'clean' && rebased.head === before) {
    return { ...so, status: 'current', head: rebased.head };
  }
  return { ...so, ...rebased };
}

function notNow(task: Task): FactoryError {
  return new FactoryError(
    'WRONG_STATE',
    `Your task is ${task.state}, so its branch stays as it is.`,
    task.state === 'REVIEW'
      ? 'The merge queue does what is needed by itself; you get a mail when it takes a rebase.'
      : 'There is nothing to rebase.',
  );
}
