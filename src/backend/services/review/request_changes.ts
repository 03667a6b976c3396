import { FactoryError } from '@/backend/domain/errors';
import { withdrawMerge } from '@/backend/resource_accessors/merge_request.accessor';
import { findOpenPullRequest } from '@/backend/resource_accessors/pull_request.accessor';
import {
  addComment,
  addReview,
  type Review,
  type ReviewComment,
  sendDrafts,
} from '@/backend/resource_accessors/review.accessor';
import { type Task, transitionTask } from '@/backend/resource_accessors/task.accessor';
import type { Deps } from '../deps';
import { putAwayNews } from '../mail/put_away_news';
import { type Actor, requireJudge } from './actor';
import { tellDoer } from './tell';

export type InlineComment = { path: string; line: number; side: 'old' | 'new'; body: string };

export type RequestChanges = {
  actor: Actor;
  taskId: string;
  body: string;
  comments?: InlineComment[] | undefined;
};

/** One review with all its comments, sent back to whoever does the work: same agent, same branch, same conversation. */
export function requestChanges(
  deps: Pick<Deps, 'store' | 'newId'>,
  input: RequestChanges,
): Promise<{ task: Task; review: Review; comments: ReviewComment[] }> {
  return deps.store.write(async (tx) => {
    const judge = await requireJudge(tx, input.actor, input.taskId);
    const pullRequest = await findOpenPullRequest(tx, judge.task.id);
    if (judge.task.state !== 'REVIEW' || pullRequest === null) {
      throw new FactoryError(
        'WRONG_STATE',
        `“${judge.task.title}” is ${judge.task.state}; changes are requested of a task in REVIEW.`,
        'Write a mail to its worker instead (mail.send).',
        { data: { state: judge.task.state } },
      );
    }
    await withdrawMerge(tx, { taskId: judge.task.id, to: 'VOID', reason: 'Changes were requested.' });
    const review = await addReview(tx, {
      id: deps.newId(),
      pullRequestId: pullRequest.id,
      ...judge.party,
      verdict: 'CHANGES_REQUESTED',
      sha: pullRequest.headSha,
      body: input.body,
    });
    const comments =
      judge.as === 'human'
        ? await sendDrafts(tx, { pullRequestId: pullRequest.id, reviewId: review.id })
        : [];
    for (const comment of input.comments ?? []) {
      comments.push(
        await addComment(tx, {
          id: deps.newId(),
          pullRequestId: pullRequest.id,
          reviewId: review.id,
          ...judge.party,
          sha: pullRequest.headSha,
          ...comment,
        }),
      );
    }
    if (input.body.trim() === '' && comments.length === 0) {
      throw new FactoryError(
        'BAD_INPUT',
        'A request for changes with no words cannot be acted on.',
        'Say what has to change, in the text or as comments on lines.',
      );
    }
    const task = await transitionTask(tx, {
      id: judge.task.id,
      to: 'IN_PROGRESS',
      actor: judge.as,
      reason: 'changes requested',
      expected: 'REVIEW',
    });
    await putAwayNews(tx, task.id);
    await tellDoer(tx, deps.newId, task, {
      kind: 'change_request',
      from: judge.sender,
      subject: `Changes requested: “${task.title}” (#${pullRequest.number})`,
      body: write(input.body, comments, task),
    });
    return { task, review, comments };
  });
}

function write(body: string, comments: readonly ReviewComment[], task: Task): string {
  const inline = comments.map(
    ({ path, line, side, body: words }) => `${path}:${line}${side === 'old' ? ' (before)' : ''}\n${words}`,
  );
  const next =
    task.parentId === null && !task.quick
      ? 'Make subtasks of it with task.create; when they have landed, call task.create_final_pr again.'
      : 'When it is done and committed, call task.create_pr again.';
  return [body.trim(), ...inline, next].filter((part) => part !== '').join('\n\n');
}
