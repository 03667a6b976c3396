import { FactoryError } from '@/backend/domain/errors';
import { enqueueMerge, type MergeRequest } from '@/backend/resource_accessors/merge_request.accessor';
import { getProject } from '@/backend/resource_accessors/project.accessor';
import { findOpenPullRequest, type PullRequest } from '@/backend/resource_accessors/pull_request.accessor';
import { addReview, sendDrafts } from '@/backend/resource_accessors/review.accessor';
import type { Db } from '@/backend/resource_accessors/store/store';
import type { Task } from '@/backend/resource_accessors/task.accessor';
import type { Deps } from '../deps';
import { type Actor, requireJudge } from './actor';

export type Approval = { merge: MergeRequest; pullRequest: PullRequest };

/** Binds the approval to the head that was looked at, and puts the task in the merge queue. The queue does the rest. */
export async function approveTask(
  deps: Pick<Deps, 'store' | 'git' | 'newId'>,
  input: { actor: Actor; taskId: string; headSha?: string | undefined; body?: string | undefined },
): Promise<Approval> {
  const { task } = await requireJudge(deps.store, input.actor, input.taskId);
  const pullRequest = await requireReviewable(deps.store, task);
  const { headSha } = pullRequest;
  if (input.headSha !== undefined && input.headSha !== headSha) {
    throw new FactoryError(
      'STALE',
      `Newer work was submitted: the head is ${headSha}, not ${input.headSha}.`,
      'Look at what changed, then approve that head.',
      { data: { headSha } },
    );
  }
  const project = await getProject(deps.store, task.projectId);
  const branch = await deps.git.branchSha({ repo: project.repoPath, branch: task.branchName });
  // A deleted branch is restored by the queue: what was approved is the commit, which is still there.
  if (branch !== null && branch !== headSha) {
    throw new FactoryError(
      'STALE',
      `${task.branchName} has moved to ${branch} since ${headSha} was submitted.`,
      'Ask its worker to submit that with task.create_pr (mail.send); you get a mail, then look at it.',
      { data: { headSha, branch } },
    );
  }
  return deps.store.write(async (tx) => {
    const judge = await requireJudge(tx, input.actor, input.taskId);
    const current = await requireReviewable(tx, judge.task);
    if (current.headSha !== headSha) {
      throw new FactoryError('STALE', 'Newer work was submitted just now.', 'Look at it, then approve it.');
    }
    const { merge, created } = await enqueueMerge(tx, {
      id: deps.newId(),
      epicId: judge.task.parentId ?? judge.task.id,
      taskId: judge.task.id,
      pullRequestId: current.id,
      approvedSha: headSha,
    });
    if (created) {
      const reviewId = deps.newId();
      await addReview(tx, {
        id: reviewId,
        pullRequestId: current.id,
        ...judge.party,
        verdict: 'APPROVED',
        sha: headSha,
        body: input.body ?? '',
      });
      if (judge.as === 'human') await sendDrafts(tx, { pullRequestId: current.id, reviewId });
    }
    return { merge, pullRequest: current };
  });
}

async function requireReviewable(db: Db, task: Task): Promise<PullRequest> {
  if (task.parentId === null) {
    throw new FactoryError(
      'WRONG_STATE',
      `“${task.title}” is an epic: its pull request is merged by the human.`,
      'Merge it in the inbox, or request changes.',
    );
  }
  const pullRequest = task.state === 'REVIEW' ? await findOpenPullRequest(db, task.id) : null;
  if (pullRequest) return pullRequest;
  throw new FactoryError(
    'WRONG_STATE',
    `“${task.title}” is ${task.state}; only a task in REVIEW can be approved.`,
    task.state === 'COMPLETED' ? 'It has landed already.' : 'Wait until its worker submits it.',
    { data: { state: task.state } },
  );
}
