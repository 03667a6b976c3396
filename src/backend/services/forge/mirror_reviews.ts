import type { GithubRepo } from '@/backend/clients/github/github_client';
import { type ErrorCode, FactoryError } from '@/backend/domain/errors';
import type { Project } from '@/backend/resource_accessors/project.accessor';
import { getPullRequest, type PullRequest } from '@/backend/resource_accessors/pull_request.accessor';
import {
  listComments,
  listUnmirroredReviews,
  noteForgeId,
  type Review,
  type ReviewComment,
} from '@/backend/resource_accessors/review.accessor';
import { markOf, readMark } from './mark';
import type { ForgeDeps } from './sync_forge';

/** What was said about a pull request here is posted there, once, in the order in which it was said. */
export async function mirrorReviews(deps: ForgeDeps, project: Project, github: GithubRepo): Promise<void> {
  for (const review of await listUnmirroredReviews(deps.store, project.id)) {
    const pullRequest = await getPullRequest(deps.store, review.pullRequestId);
    if (pullRequest.forgeNumber === null) continue;
    const comments = (await listComments(deps.store, pullRequest.id)).filter(
      ({ reviewId, forgeId }) => reviewId === review.id && forgeId === null,
    );
    const place = { github, number: pullRequest.forgeNumber };
    try {
      for (const comment of comments) await postComment(deps, place, comment);
      await postReview(deps, place, { review, pullRequest });
    } catch (thrown) {
      if (!(thrown instanceof FactoryError) || !NEVER.includes(thrown.code)) throw thrown;
      deps.log.warn({ err: thrown, reviewId: review.id }, 'a review was not mirrored');
      await deps.store.write((tx) =>
        noteForgeId(tx, { reviewId: review.id, forgeId: `refused:${review.id}` }),
      );
    }
  }
}

/** Asking again would get the same answer: a conversation that was locked, a pull request that was deleted. */
const NEVER: readonly ErrorCode[] = ['FORBIDDEN', 'NOT_FOUND', 'BAD_INPUT'];

type Place = { github: GithubRepo; number: number };

async function postComment(
  deps: ForgeDeps,
  { github, number }: Place,
  comment: ReviewComment,
): Promise<void> {
  const { id, path, line, sha } = comment;
  const side = comment.side === 'old' ? 'old' : 'new';
  const forgeId = await github
    .addComment({ number, sha, path, line, side, body: `${comment.body}\n\n${markOf(id)}` })
    .catch(async (thrown: unknown) => {
      // A line that is not part of the diff there, or a head that is not there any more: said without its place.
      if (!(thrown instanceof FactoryError) || thrown.code !== 'BAD_INPUT') throw thrown;
      await github.addTalk({ number, body: `\`${path}:${line}\`\n\n${comment.body}\n\n${markOf(id)}` });
      return { id: `said:${id}` };
    });
  await deps.store.write((tx) => noteForgeId(tx, { commentId: id, forgeId: forgeId.id }));
}

async function postReview(
  deps: ForgeDeps,
  { github, number }: Place,
  { review, pullRequest }: { review: Review; pullRequest: PullRequest },
): Promise<void> {
  const there = await github.listReviews({ number });
  const posted = there.find(({ body }) => readMark(body) === review.id);
  const { id } = posted ?? (await github.addReview({ number, body: write(review, pullRequest) }));
  await deps.store.write((tx) => noteForgeId(tx, { reviewId: review.id, forgeId: id }));
}

const VERDICT = {
  APPROVED: '**Approved**',
  CHANGES_REQUESTED: '**Changes requested**',
  COMMENTED: '**Comment**',
} as const;

/** As a comment whatever its verdict: GitHub lets nobody judge a pull request that they opened themselves. */
function write(review: Review, { headSha }: PullRequest): string {
  const who = review.party === 'HUMAN' ? '' : ' by the supervisor of the epic';
  const stale = review.sha === headSha ? '' : ', an older head';
  return [`${VERDICT[review.verdict]}${who}, of ${review.sha}${stale}.`, review.body, markOf(review.id)]
    .filter((part) => part !== '')
    .join('\n\n');
}
