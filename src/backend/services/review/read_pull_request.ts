import { leftOutOf } from '@/backend/domain/task/left_out_of';
import { listChecks } from '@/backend/resource_accessors/check.accessor';
import { listMerges } from '@/backend/resource_accessors/merge_request.accessor';
import { getProject } from '@/backend/resource_accessors/project.accessor';
import { getPullRequest, type PullRequest } from '@/backend/resource_accessors/pull_request.accessor';
import { listSubtree } from '@/backend/resource_accessors/read/read_tasks';
import { listComments, listReviews, listViewed } from '@/backend/resource_accessors/review.accessor';
import { getTask } from '@/backend/resource_accessors/task.accessor';
import type { Deps } from '../deps';
import { foretellConflicts } from './get_pr_status';

const MAX_FILES = 3000;
const MAX_COMMITS = 200;

/** A pull request as its page shows it: everything but the patches, which are read file by file. */
export async function readPullRequest(deps: Pick<Deps, 'store' | 'git'>, input: { id: string }) {
  const { store } = deps;
  const pullRequest = await getPullRequest(store, input.id);
  const [task, [, ...subtasks], reviews, comments, viewed, checks, merges, range] = await Promise.all([
    getTask(store, pullRequest.taskId),
    listSubtree(store, pullRequest.taskId),
    listReviews(store, pullRequest.id),
    listComments(store, pullRequest.id),
    listViewed(store, pullRequest.id),
    listChecks(store, { pullRequestIds: [pullRequest.id] }),
    listMerges(store, { taskIds: [pullRequest.taskId] }),
    rangeOf(deps, pullRequest),
  ]);
  const seen = new Map(viewed.map(({ path, blobSha }) => [path, blobSha]));
  const [diff, log, conflictFiles] = await Promise.all([
    range === null ? { files: [], truncated: false } : deps.git.diffFiles({ ...range, maxFiles: MAX_FILES }),
    range === null ? { commits: [] } : deps.git.log({ ...range, limit: MAX_COMMITS }),
    foretellConflicts(deps, pullRequest),
  ]);
  return {
    pullRequest,
    task,
    /** Of a final pull request: subtasks that ended without being merged. */
    leftOut: leftOutOf(subtasks),
    reviews,
    comments,
    checks,
    merge: merges.at(-1) ?? null,
    mergeable: conflictFiles === null ? null : conflictFiles.length === 0,
    conflictFiles: conflictFiles ?? [],
    /** False: the commits are not in the repository any more, so there is no diff to show. */
    hasCommits: range !== null,
    files: diff.files.map((file) => ({ ...file, viewed: seen.get(file.path) === blobOf(file) })),
    filesTruncated: diff.truncated,
    commits: log.commits,
  };
}

/** A file that was deleted has no blob; its mark is on its absence. */
export function blobOf(file: { newBlob: string | null }): string {
  return file.newBlob ?? 'deleted';
}

/** What to compare; null when one side is gone. A merged head is inside its base, so it is compared with where it came from. */
export async function rangeOf(deps: Pick<Deps, 'store' | 'git'>, pullRequest: PullRequest) {
  const { repoPath: repo } = await getProject(deps.store, pullRequest.projectId);
  const { headSha: head, baseSha } = pullRequest;
  const [hasHead, hasBase] = await Promise.all([
    deps.git.resolveRef({ repo, ref: head }),
    deps.git.resolveRef({ repo, ref: baseSha }),
  ]);
  return hasHead === null || hasBase === null ? null : { repo, base: baseSha, head };
}
