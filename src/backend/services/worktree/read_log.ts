import type { Commit } from '@/backend/clients/git/history/log';
import type { Task } from '@/backend/resource_accessors/task.accessor';
import { loadCaller } from '../agent/load_caller';
import { reachTask } from '../agent/reach_task';
import type { Deps } from '../deps';
import { branchOf } from './branch_of';

export type TaskLog = {
  task: Task;
  base: string;
  head: string;
  /** Commits that the base has and the branch has not: what a rebase would bring. */
  behind: number;
  ahead: number;
  commits: Commit[];
  nextSkip: number | null;
};

/** The commits that a task's branch has and its base has not, newest first. */
export async function readLog(
  deps: Pick<Deps, 'store' | 'git'>,
  input: { agentId: string; taskId?: string | undefined; skip: number; limit: number },
): Promise<TaskLog> {
  const caller = await loadCaller(deps.store, input.agentId);
  const task = await reachTask(deps.store, caller, input.taskId);
  const branch = await branchOf(deps, { task, project: caller.project });
  const [counts, page] = await Promise.all([
    deps.git.aheadBehind(branch),
    deps.git.log({ ...branch, skip: input.skip, limit: input.limit }),
  ]);
  return { task, base: branch.base, head: branch.head, ...counts, ...page };
}
