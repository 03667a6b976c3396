import { listMerges } from '@/backend/resource_accessors/merge_request.accessor';
import { listPullRequests, type PullRequest } from '@/backend/resource_accessors/pull_request.accessor';
import { listTasks } from '@/backend/resource_accessors/read/read_tasks';
import type { MergeDeps, Queue } from './queue';

export type Foreseen = { pullRequest: PullRequest; files: string[]; others: string[] };

/** What the landing means for those still in REVIEW and not in line: still clean, or in conflict with what came in. */
export async function foreseeOthers(deps: MergeDeps, queue: Queue, tip: string): Promise<Foreseen[]> {
  const tasks = await listTasks(deps.store, { parentId: queue.epic.id, states: ['REVIEW'], limit: 1000 });
  const taskIds = tasks.map(({ id }) => id);
  const inLine = new Set((await listMerges(deps.store, { taskIds, open: true })).map(({ taskId }) => taskId));
  const open = await listPullRequests(deps.store, {
    taskIds: taskIds.filter((id) => !inLine.has(id)),
    state: 'OPEN',
  });
  const found: Foreseen[] = [];
  for (const pullRequest of open) {
    const { headSha } = pullRequest;
    if ((await deps.git.resolveRef({ repo: queue.repo, ref: headSha })) === null) continue;
    const merged = await deps.git.speculateMerge({ repo: queue.repo, ours: tip, theirs: headSha });
    const files = merged.clean ? [] : merged.files;
    const others = await whatOthersDid(deps, queue, { tip, headSha, files });
    found.push({ pullRequest, files, others });
  }
  return found;
}

/** The commits on the epic branch that touched these files and that this head does not have. */
export async function whatOthersDid(
  deps: MergeDeps,
  { repo }: Queue,
  input: { tip: string; headSha: string; files: string[] },
): Promise<string[]> {
  if (input.files.length === 0) return [];
  const { commits } = await deps.git.log({
    repo,
    head: input.tip,
    base: input.headSha,
    paths: input.files,
    limit: 10,
  });
  return commits.map(({ sha, subject }) => `${sha.slice(0, 10)} ${subject}`);
}
