import { FactoryError } from '@/backend/domain/errors';
import { getPullRequest } from '@/backend/resource_accessors/pull_request.accessor';
import { addComment, type ReviewComment } from '@/backend/resource_accessors/review.accessor';
import type { Deps } from '../deps';
import type { InlineComment } from './request_changes';

/** A remark of the human that waits, safe from a closed tab, until the review is sent. */
export function draftComment(
  deps: Pick<Deps, 'store' | 'newId'>,
  input: InlineComment & { id: string },
): Promise<ReviewComment> {
  const { id, ...comment } = input;
  return deps.store.write(async (tx) => {
    const pullRequest = await getPullRequest(tx, id);
    if (pullRequest.state !== 'OPEN') {
      throw new FactoryError(
        'WRONG_STATE',
        `#${pullRequest.number} is ${pullRequest.state}.`,
        'Write a mail instead.',
      );
    }
    return addComment(tx, {
      ...comment,
      id: deps.newId(),
      pullRequestId: id,
      reviewId: null,
      party: 'HUMAN',
      agentId: null,
      sha: pullRequest.headSha,
    });
  });
}
