import { isOurBranch } from '@/backend/domain/naming';
import { listPullRequests, updatePullRequest } from '@/backend/resource_accessors/pull_request.accessor';
import { listTasks } from '@/backend/resource_accessors/read/read_tasks';
import type { Db, Tx } from '@/backend/resource_accessors/store/store';
import { setTaskBase } from '@/backend/resource_accessors/task.accessor';
import type { Deps } from '../deps';

const MOST_TASKS = 10_000;

/** Branches of the owner's that open work of a project is for, and which are gone: renamed, or deleted for another one. */
export async function findGoneBases(
  deps: Pick<Deps, 'store' | 'git'>,
  input: { projectId: string; repo: string },
): Promise<string[]> {
  const { tasks, pulls } = await readOpenWork(deps.store, input.projectId);
  const named = new Set([...tasks, ...pulls].map(({ baseBranch }) => baseBranch));
  const bases = [...named].filter((branch) => !isOurBranch(branch));
  const there = await Promise.all(bases.map((branch) => deps.git.branchExists({ repo: input.repo, branch })));
  return bases.filter((_, n) => !there[n]);
}

/** What was for a branch that is gone is for the project's default branch from now on. */
export async function followDefaultBranch(
  tx: Tx,
  input: { projectId: string; gone: readonly string[]; to: string },
): Promise<void> {
  if (input.gone.length === 0) return;
  const { tasks, pulls } = await readOpenWork(tx, input.projectId);
  const isStranded = ({ baseBranch }: { baseBranch: string }) => input.gone.includes(baseBranch);
  for (const { id } of tasks.filter(isStranded)) await setTaskBase(tx, id, input.to);
  for (const { id } of pulls.filter(isStranded)) await updatePullRequest(tx, id, { baseBranch: input.to });
}

/** Epics and quick tasks that may still be merged, also one that was completed with its pull request open. */
async function readOpenWork(db: Db, projectId: string) {
  const pulls = await listPullRequests(db, { projectId, state: 'OPEN', kind: 'FINAL', limit: MOST_TASKS });
  const offered = new Set(pulls.map(({ taskId }) => taskId));
  const tasks = await listTasks(db, { projectId, parentId: null, limit: MOST_TASKS });
  const isOver = (state: string) => state === 'COMPLETED' || state === 'CANCELLED';
  return { pulls, tasks: tasks.filter(({ id, state }) => !isOver(state) || offered.has(id)) };
}
