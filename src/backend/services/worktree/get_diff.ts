import type { DiffFile } from '@/backend/clients/git/history/diff_files';
import type { Task } from '@/backend/resource_accessors/task.accessor';
import { loadCaller } from '../agent/load_caller';
import { reachTask } from '../agent/reach_task';
import type { Deps } from '../deps';
import { branchOf } from './branch_of';

const MAX_PATCH = 4 * 1024 * 1024;
const MAX_FILES = 200;

export type TaskDiff = {
  task: Task;
  base: string;
  head: string;
  files: DiffFile[];
  moreFiles: boolean;
  patch: string;
  truncated: boolean;
  /** What lies in the worktree and is in no commit. Null when there is no worktree to look into. */
  uncommitted: string[] | null;
};

/** What a task's branch changed since it parted from its base, all of it or a few paths. */
export async function getDiff(
  deps: Pick<Deps, 'store' | 'git'>,
  input: { agentId: string; taskId?: string | undefined; paths?: string[] | undefined },
): Promise<TaskDiff> {
  const caller = await loadCaller(deps.store, input.agentId);
  const task = await reachTask(deps.store, caller, input.taskId);
  const branch = await branchOf(deps, { task, project: caller.project });
  // By commit: what was worked out when it was submitted is not worked out again.
  const [base, head] = await Promise.all(
    [branch.base, branch.head].map(
      async (name) => (await deps.git.branchSha({ repo: branch.repo, branch: name })) ?? name,
    ),
  );
  const range = {
    ...{ repo: branch.repo, base: base ?? branch.base, head: head ?? branch.head },
    ...(input.paths === undefined ? {} : { paths: input.paths }),
  };
  const [{ files, truncated: moreFiles }, { patch, truncated }, uncommitted] = await Promise.all([
    deps.git.diffFiles({ ...range, maxFiles: MAX_FILES }),
    deps.git.diff({ ...range, maxBytes: MAX_PATCH }),
    uncommittedIn(deps, task.worktreePath),
  ]);
  return { task, base: branch.base, head: branch.head, files, moreFiles, patch, truncated, uncommitted };
}

async function uncommittedIn(deps: Pick<Deps, 'git'>, path: string): Promise<string[] | null> {
  const status = await deps.git.worktreeStatus({ path, maxPaths: 20 }).catch(() => null);
  if (status === null) return null;
  const lists = [status.conflicted, status.staged, status.unstaged, status.untracked];
  return [...new Set(lists.flatMap((list) => list.paths))];
}
