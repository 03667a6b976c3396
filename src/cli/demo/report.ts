import { readTotals } from '@/backend/resource_accessors/observe/read_totals';
import type { Project } from '@/backend/resource_accessors/project.accessor';
import { findPullRequest } from '@/backend/resource_accessors/pull_request.accessor';
import { listTasks } from '@/backend/resource_accessors/read/read_tasks';
import { getTask } from '@/backend/resource_accessors/task.accessor';
import type { Deps } from '@/backend/services/deps';

export type DemoReport = {
  epicId: string;
  state: string;
  prUrl: string | null;
  subtasks: number;
  seconds: number;
  deliveries: { sent: number; seen: number };
  merges: number;
};

/** What came of it, read from the rows. */
export async function reportEpic(
  deps: Pick<Deps, 'store'>,
  input: { epicId: string; project: Project; url: string; seconds: number },
): Promise<DemoReport> {
  const [epic, subtasks, pullRequest, totals] = await Promise.all([
    getTask(deps.store, input.epicId),
    listTasks(deps.store, { parentId: input.epicId, limit: 1000 }),
    findPullRequest(deps.store, input.epicId),
    readTotals(deps.store),
  ]);
  const { INJECTED = 0, SEEN = 0 } = totals.deliveries;
  return {
    epicId: epic.id,
    state: epic.state,
    prUrl:
      pullRequest === null
        ? null
        : (pullRequest.forgeUrl ??
          `${input.url}/projects/${input.project.slug}/reviews/${pullRequest.number}`),
    subtasks: subtasks.filter((task) => task.state === 'COMPLETED').length,
    seconds: Math.round(input.seconds * 10) / 10,
    deliveries: { sent: INJECTED + SEEN, seen: SEEN },
    merges: totals.merges.LANDED ?? 0,
  };
}

/** Whether the project's own branch holds what the final pull request brought. */
export async function hasLanded(
  deps: Pick<Deps, 'store' | 'run'>,
  input: { epicId: string; project: Project },
): Promise<boolean> {
  const pullRequest = await findPullRequest(deps.store, input.epicId);
  if (pullRequest?.state !== 'MERGED' || pullRequest.mergedSha === null) return false;
  const { repoPath, defaultBranch } = input.project;
  const git = (...args: string[]) => deps.run('git', args, { cwd: repoPath });
  const onBranch = await git(
    'merge-base',
    '--is-ancestor',
    pullRequest.mergedSha,
    `refs/heads/${defaultBranch}`,
  );
  const same = await git('diff', '--quiet', pullRequest.headSha, `refs/heads/${defaultBranch}`);
  const work = await git('diff', '--quiet', pullRequest.baseSha, `refs/heads/${defaultBranch}`);
  return onBranch.code === 0 && same.code === 0 && work.code === 1;
}
