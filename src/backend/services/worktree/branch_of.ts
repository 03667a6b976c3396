import { FactoryError } from '@/backend/domain/errors';
import type { Project } from '@/backend/resource_accessors/project.accessor';
import type { Task } from '@/backend/resource_accessors/task.accessor';
import type { Deps } from '../deps';
import { baseOf } from './base_of';

/** Where a task's commits are. Refuses for one that has none because it has not begun. */
export async function branchOf(
  deps: Pick<Deps, 'git'>,
  input: { task: Task; project: Project },
): Promise<{ repo: string; base: string; head: string }> {
  const { task, project } = input;
  const repo = project.repoPath;
  if (await deps.git.branchExists({ repo, branch: task.branchName })) {
    const base = await baseOf(deps, { repo, branch: task.baseBranch, began: task.baseSha });
    return { repo, base: base?.newer === true ? base.sha : task.baseBranch, head: task.branchName };
  }
  throw new FactoryError(
    'WRONG_STATE',
    `“${task.title}” is ${task.state} and has no branch ${task.state === 'PENDING' ? 'yet' : 'any more'}.`,
    task.state === 'PENDING' ? 'Look again when its worker has started.' : 'There is nothing to look at.',
  );
}
