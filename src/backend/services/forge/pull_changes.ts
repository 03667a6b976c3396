import type { CommentOnGithub, GithubRepo, PullOnGithub } from '@/backend/clients/github/github_client';
import type { Project } from '@/backend/resource_accessors/project.accessor';
import {
  listPullRequests,
  type PullRequest,
  updatePullRequest,
} from '@/backend/resource_accessors/pull_request.accessor';
import {
  addComment,
  addReview,
  editComment,
  listComments,
  listReviews,
  noteForgeId,
  rewriteReview,
} from '@/backend/resource_accessors/review.accessor';
import { finishFinal } from '../merge/finish_final';
import { readForgeState, writeForgeState } from './forge_state';
import { readMark } from './mark';
import type { ForgeDeps } from './sync_forge';

/** Three conditional requests for the whole repository, however many pull requests are open. */
export async function pullChanges(deps: ForgeDeps, project: Project, github: GithubRepo): Promise<void> {
  const mirrored = (await listPullRequests(deps.store, { projectId: project.id })).filter(
    ({ forgeNumber }) => forgeNumber !== null,
  );
  if (mirrored.length === 0) return;
  const byNumber = new Map(mirrored.map((pullRequest) => [pullRequest.forgeNumber ?? 0, pullRequest]));
  const state = await readForgeState(deps.store, project.id);
  const pulls = await github.listPulls({ etag: state.pullsEtag });
  for (const pull of pulls?.items ?? []) {
    const ours = byNumber.get(pull.number);
    if (ours?.state !== 'OPEN') continue;
    await takeState(deps, { github, ours, pull });
    if (ours.kind === 'FINAL') await takeReviews(deps, { github, ours, number: pull.number });
  }
  const comments = await github.listComments({ etag: state.commentsEtag });
  for (const comment of comments?.items ?? []) {
    const ours = byNumber.get(comment.pullNumber);
    if (ours) await takeComment(deps, ours, comment);
  }
  const talk = await github.listTalk({ etag: state.talkEtag });
  for (const { id, pullNumber, author, body } of talk?.items ?? []) {
    const ours = byNumber.get(pullNumber);
    if (ours && readMark(body) === null)
      await takeWords(deps, ours, { id, body: quote(author, 'said', body) });
  }
  // Remembered last: what was not taken is seen again.
  await deps.store.write(async (tx) => {
    await writeForgeState(tx, project.id, {
      ...(await readForgeState(tx, project.id)),
      pullsEtag: pulls === null ? state.pullsEtag : pulls.etag,
      commentsEtag: comments === null ? state.commentsEtag : comments.etag,
      talkEtag: talk === null ? state.talkEtag : talk.etag,
    });
  });
}

async function takeState(
  deps: ForgeDeps,
  { github, ours, pull }: { github: GithubRepo; ours: PullRequest; pull: PullOnGithub },
): Promise<void> {
  // What a subtask comes to is decided by the merge queue here, whatever is clicked there.
  if (ours.kind !== 'FINAL') return;
  if (pull.state === 'MERGED') {
    await finishFinal(deps, { pullRequest: ours, mergedSha: pull.mergedSha ?? pull.headSha, by: 'system' });
    return;
  }
  if (ours.mirrorPending) return;
  const mergeable = pull.state === 'OPEN' ? await github.isMergeable({ number: pull.number }) : null;
  const mirrorError =
    pull.state === 'CLOSED'
      ? 'It was closed on GitHub without being merged.'
      : mergeable === false
        ? `GitHub says that it conflicts with ${ours.baseBranch} there.`
        : null;
  await deps.store.write((tx) => updatePullRequest(tx, ours.id, { mirrorError }));
}

const DID: Readonly<Record<string, string>> = {
  APPROVED: 'approved',
  CHANGES_REQUESTED: 'requested changes',
  DISMISSED: 'had a review dismissed',
};

async function takeReviews(
  deps: ForgeDeps,
  { github, ours, number }: { github: GithubRepo; ours: PullRequest; number: number },
): Promise<void> {
  for (const { id, author, state, body } of await github.listReviews({ number })) {
    // A review that says nothing only holds remarks on lines, which come by themselves.
    if (readMark(body) !== null || state === 'PENDING' || (body === '' && DID[state] === undefined)) continue;
    await takeWords(deps, ours, { id, body: quote(author, DID[state] ?? 'said', body) });
  }
}

function quote(author: string, did: string, body: string): string {
  return `@${author} ${did} on GitHub${body === '' ? '.' : `:\n\n${body}`}`;
}

/**
 * Shown to the human, and to nobody else: whoever may read a public repository may write there, and what they write
 * must not reach an agent as if somebody in charge had said it.
 */
async function takeWords(
  deps: ForgeDeps,
  ours: PullRequest,
  words: { id: string; body: string },
): Promise<void> {
  await deps.store.write(async (tx) => {
    const present = (await listReviews(tx, ours.id)).find(({ forgeId }) => forgeId === words.id);
    if (present) return rewriteReview(tx, present, words.body);
    await addReview(tx, {
      id: deps.newId(),
      pullRequestId: ours.id,
      party: 'SYSTEM',
      agentId: null,
      verdict: 'COMMENTED',
      sha: ours.headSha,
      body: words.body,
      forgeId: words.id,
    });
  });
}

async function takeComment(deps: ForgeDeps, ours: PullRequest, comment: CommentOnGithub): Promise<void> {
  await deps.store.write(async (tx) => {
    const own = readMark(comment.body);
    if (own !== null) return noteForgeId(tx, { commentId: own, forgeId: comment.id });
    const present = (await listComments(tx, ours.id)).find(({ forgeId }) => forgeId === comment.id);
    const body = `@${comment.author} on GitHub:\n\n${comment.body}`;
    if (present) {
      await editComment(tx, present.id, { body });
      return;
    }
    const { path, line, side, sha } = comment;
    await addComment(tx, {
      id: deps.newId(),
      pullRequestId: ours.id,
      reviewId: null,
      party: 'HUMAN',
      agentId: null,
      path,
      line,
      side,
      sha,
      body,
      forgeId: comment.id,
    });
  });
}
