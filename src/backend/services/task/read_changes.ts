import type { DiffFile } from '@/backend/clients/git/history/diff_files';
import { getProject } from '@/backend/resource_accessors/project.accessor';
import { getTask } from '@/backend/resource_accessors/task.accessor';
import type { Deps } from '../deps';
import { baseOf } from '../worktree/base_of';

export type TaskChanges = { files: DiffFile[]; patch: string; truncated: boolean };

const MAX_PATCH = 512 * 1024;

/** What a task's branch changed so far, for the human to look at while it is worked on. */
export async function readChanges(
  deps: Pick<Deps, 'store' | 'git'>,
  input: { taskId: string },
): Promise<TaskChanges> {
  const task = await getTask(deps.store, input.taskId);
  const { repoPath: repo } = await getProject(deps.store, task.projectId);
  const [base, head] = await Promise.all([
    baseOf(deps, { repo, branch: task.baseBranch, began: task.baseSha }),
    deps.git.branchExists({ repo, branch: task.branchName }),
  ]);
  // Not started yet, or cleared away after the merge: the pull request has what there was.
  if (base === null || !head) return { files: [], patch: '', truncated: false };
  const range = { repo, base: base.sha, head: task.branchName };
  const [{ files, truncated: moreFiles }, { patch, truncated }] = await Promise.all([
    deps.git.diffFiles({ ...range, maxFiles: 500 }),
    deps.git.diff({ ...range, maxBytes: MAX_PATCH }),
  ]);
  return { files, patch, truncated: truncated || moreFiles };
}
