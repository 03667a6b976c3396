import { FactoryError } from '@/backend/domain/errors';
import type { Party, Review, ReviewComment, Verdict, ViewedFile } from './generated/client';
import { getPullRequest, pullRequestIds } from './pull_request.accessor';
import type { Db, Tx } from './store/store';

export type { Review, ReviewComment };

export type NewReview = {
  id: string;
  pullRequestId: string;
  party: Party;
  agentId: string | null;
  verdict: Verdict;
  sha: string;
  body: string;
  forgeId?: string | null;
};

export async function addReview(tx: Tx, input: NewReview): Promise<Review> {
  const row = await tx.client.review.create({ data: { ...input, createdAt: tx.now } });
  const ids = await pullRequestIds(tx, await getPullRequest(tx, row.pullRequestId));
  tx.append({
    kind: 'review.added',
    ...ids,
    agentId: row.agentId,
    payload: { pullRequestId: row.pullRequestId, reviewId: row.id, verdict: row.verdict, sha: row.sha },
  });
  return row;
}

export function listReviews(db: Db, pullRequestId: string): Promise<Review[]> {
  return db.client.review.findMany({ where: { pullRequestId }, orderBy: { createdAt: 'asc' } });
}

/** Sent here and not known to be on the forge, of pull requests that are there; the first sent first. */
export function listUnmirroredReviews(db: Db, projectId: string): Promise<Review[]> {
  return db.client.review.findMany({
    where: { forgeId: null, pullRequest: { projectId, forgeNumber: { not: null } } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
}

/** It is on the forge, under this id. No event: nothing that anybody sees here has changed. */
export async function noteForgeId(
  tx: Tx,
  input: { forgeId: string } & ({ reviewId: string } | { commentId: string }),
): Promise<void> {
  const data = { forgeId: input.forgeId };
  if ('reviewId' in input) await tx.client.review.updateMany({ where: { id: input.reviewId }, data });
  else await tx.client.reviewComment.updateMany({ where: { id: input.commentId }, data });
}

/** A review that was taken from the forge says something else now. */
export async function rewriteReview(tx: Tx, review: Review, body: string): Promise<void> {
  if (review.body === body) return;
  await tx.client.review.update({ where: { id: review.id }, data: { body } });
  const ids = await pullRequestIds(tx, await getPullRequest(tx, review.pullRequestId));
  const { id: reviewId, pullRequestId, verdict, sha } = review;
  tx.append({ kind: 'review.added', ...ids, payload: { pullRequestId, reviewId, verdict, sha } });
}

export type NewComment = {
  id: string;
  pullRequestId: string;
  /** Null: a draft that has not been sent as part of a review. */
  reviewId: string | null;
  party: Party;
  agentId: string | null;
  path: string;
  line: number;
  side: string;
  sha: string;
  body: string;
  forgeId?: string | null;
};

export async function addComment(tx: Tx, input: NewComment): Promise<ReviewComment> {
  const row = await tx.client.reviewComment.create({
    data: { ...input, createdAt: tx.now, updatedAt: tx.now },
  });
  await append(tx, row);
  return row;
}

/** The human's drafts become part of this review. */
export async function sendDrafts(
  tx: Tx,
  input: { pullRequestId: string; reviewId: string },
): Promise<ReviewComment[]> {
  const drafts = await tx.client.reviewComment.findMany({
    where: { pullRequestId: input.pullRequestId, reviewId: null, party: 'HUMAN', forgeId: null },
  });
  const sent: ReviewComment[] = [];
  for (const { id } of drafts) {
    const row = await tx.client.reviewComment.update({
      where: { id },
      data: { reviewId: input.reviewId, updatedAt: tx.now },
    });
    await append(tx, row);
    sent.push(row);
  }
  return sent;
}

export async function editComment(
  tx: Tx,
  id: string,
  change: { body?: string; resolved?: boolean },
): Promise<ReviewComment> {
  const before = await getComment(tx, id);
  const { body = before.body, resolved = before.resolvedAt !== null } = change;
  if (body === before.body && resolved === (before.resolvedAt !== null)) return before;
  const resolvedAt = resolved ? (before.resolvedAt ?? tx.now) : null;
  const row = await tx.client.reviewComment.update({
    where: { id },
    data: { body, resolvedAt, updatedAt: tx.now },
  });
  await append(tx, row);
  return row;
}

export async function deleteDraft(tx: Tx, id: string): Promise<void> {
  const comment = await getComment(tx, id);
  if (comment.reviewId !== null) {
    throw new FactoryError(
      'WRONG_STATE',
      'This comment was sent with a review and cannot be taken back.',
      'Resolve it instead.',
    );
  }
  await tx.client.reviewComment.delete({ where: { id } });
  await append(tx, comment);
}

async function getComment(db: Db, id: string): Promise<ReviewComment> {
  const row = await db.client.reviewComment.findUnique({ where: { id } });
  if (row) return row;
  throw new FactoryError('NOT_FOUND', `There is no comment ${id}.`, 'Reload the pull request.');
}

export function listComments(db: Db, pullRequestId: string): Promise<ReviewComment[]> {
  return db.client.reviewComment.findMany({ where: { pullRequestId }, orderBy: { createdAt: 'asc' } });
}

/** Looked at as it is now: with another blob it counts as not looked at. Null takes the mark away. */
export async function markViewed(
  tx: Tx,
  input: { pullRequestId: string; path: string; blobSha: string | null },
): Promise<void> {
  const { pullRequestId, path, blobSha } = input;
  const where = { pullRequestId_path: { pullRequestId, path } };
  if (blobSha === null) {
    await tx.client.viewedFile.deleteMany({ where: { pullRequestId, path } });
  } else {
    const data = { blobSha, viewedAt: tx.now };
    await tx.client.viewedFile.upsert({ where, create: { pullRequestId, path, ...data }, update: data });
  }
  const ids = await pullRequestIds(tx, await getPullRequest(tx, pullRequestId));
  tx.append({ kind: 'comment.updated', ...ids, payload: { pullRequestId, path, viewed: blobSha !== null } });
}

export function listViewed(db: Db, pullRequestId: string): Promise<ViewedFile[]> {
  return db.client.viewedFile.findMany({ where: { pullRequestId } });
}

async function append(tx: Tx, row: ReviewComment): Promise<void> {
  const ids = await pullRequestIds(tx, await getPullRequest(tx, row.pullRequestId));
  tx.append({
    kind: 'comment.updated',
    ...ids,
    agentId: row.agentId,
    payload: { pullRequestId: row.pullRequestId, commentId: row.id, path: row.path },
  });
}
