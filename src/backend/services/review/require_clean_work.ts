import { howToEnd } from '@/backend/clients/git/worktree/operation';
import { FactoryError } from '@/backend/domain/errors';
import type { Task } from '@/backend/resource_accessors/task.accessor';
import type { Deps } from '../deps';

const SHOWN = 10;

/** The head of a task's own worktree, when everything in it is committed on the task's own branch. */
export async function requireCleanWork(
  deps: Pick<Deps, 'git'>,
  task: Pick<Task, 'id' | 'worktreePath' | 'branchName'>,
): Promise<string> {
  const place = { worktree: task.worktreePath, taskId: task.id };
  await deps.git.clearOwnLock(place);
  const tookBack = await deps.git.settleRebase({ ...place, ours: true });
  if (tookBack?.rescued) {
    throw new FactoryError(
      'WRONG_STATE',
      `A rebase of ${task.branchName} had been cut off in the middle and was taken back; what was in ${task.worktreePath} then is kept under ${tookBack.rescued.ref}.`,
      'Call git.rebase again, take from there what is yours and missing, then submit again.',
    );
  }
  const status = await deps.git.worktreeStatus({ path: task.worktreePath });
  if (status.operation !== null) {
    throw new FactoryError(
      'WRONG_STATE',
      `A ${status.operation} is open in ${task.worktreePath}.`,
      `${howToEnd(status.operation)} Then submit again.`,
    );
  }
  if (status.branch !== task.branchName) {
    throw new FactoryError(
      'WRONG_STATE',
      `${task.worktreePath} is on ${status.branch ?? 'no branch'}, not on ${task.branchName}.`,
      `Bring your commits to that branch (git switch ${task.branchName}), then submit again.`,
    );
  }
  if (!status.clean || status.headSha === null) {
    const lists = [status.staged, status.unstaged, status.untracked, status.conflicted];
    const files = [...new Set(lists.flatMap((list) => list.paths))];
    const more = files.length > SHOWN ? `, and ${files.length - SHOWN} more` : '';
    throw new FactoryError(
      'WRONG_STATE',
      `There are uncommitted changes: ${files.slice(0, SHOWN).join(', ')}${more}.`,
      'Commit what belongs to the task, delete or ignore the rest, then submit again.',
      { data: { files } },
    );
  }
  return status.headSha;
}
