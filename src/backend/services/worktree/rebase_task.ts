import type { Rebased } from '@/backend/clients/git/merge/rebase';
import { FactoryError } from '@/backend/domain/errors';
import type { Task } from '@/backend/resource_accessors/task.accessor';
import { loadCaller } from '../agent/load_caller';
import type { Deps } from '../deps';

export type RebaseStep = 'start' | 'continue' | 'abort';

export type RebaseOutcome = { task: Task; onto: string } & (
  | Rebased
  | { status: 'aborted'; head: string | null; rescuedRef: string | null }
  | { status: 'current'; head: string }
);

/** A worker brings its branch on top of what has landed since. A conflict stays open in its worktree. */
export async function rebaseTask(
  deps: Pick<Deps, 'store' | 'git'>,
  input: { agentId: string; step: RebaseStep },
): Promise<RebaseOutcome> {
  const { task } = await loadCaller(deps.store, input.agentId);
  const worktree = task.worktreePath;
  if (task.state !== 'IN_PROGRESS' && task.state !== 'BLOCKED') throw notNow(task);
  await deps.git.clearOwnLock({ worktree });
  const place = { task, onto: task.baseBranch };
  if (input.step === 'abort') {
    const { head, rescued } = await deps.git.abortRebase({ worktree, taskId: task.id });
    return { ...place, status: 'aborted', head, rescuedRef: rescued?.ref ?? null };
  }
  if (input.step === 'continue') return { ...place, ...(await deps.git.continueRebase({ worktree })) };
  const before = await deps.git.headSha({ path: worktree });
  const rebased = await deps.git.rebase({ worktree, onto: task.baseBranch });
  if (rebased.status === 'clean' && rebased.head === before) {
    return { ...place, status: 'current', head: rebased.head };
  }
  return { ...place, ...rebased };
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
