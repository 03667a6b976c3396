import type { Octokit } from '@octokit/rest';
import { z } from 'zod';
import type { Changes, GithubRepo, PullOnGithub, RateLimit } from './github_client';
import { statusOf } from './github_failure';

const Pull = z
  .object({
    number: z.number(),
    html_url: z.string(),
    state: z.string(),
    merged_at: z.string().nullish(),
    merge_commit_sha: z.string().nullish(),
    head: z.object({ ref: z.string(), sha: z.string() }),
  })
  .transform(
    (pull): PullOnGithub => ({
      number: pull.number,
      url: pull.html_url,
      headBranch: pull.head.ref,
      headSha: pull.head.sha,
      state: pull.merged_at ? 'MERGED' : pull.state === 'open' ? 'OPEN' : 'CLOSED',
      mergedSha: pull.merged_at ? (pull.merge_commit_sha ?? null) : null,
    }),
  );

const Comment = z.object({
  id: z.number(),
  pull_request_url: z.string(),
  user: z.object({ login: z.string() }).nullish(),
  path: z.string(),
  line: z.number().nullish(),
  original_line: z.number().nullish(),
  side: z.string().nullish(),
  commit_id: z.string(),
  body: z.string(),
});

const Talk = z
  .object({
    id: z.number(),
    issue_url: z.string(),
    user: z.object({ login: z.string() }).nullish(),
    body: z.string().nullish(),
  })
  .transform((talk) => ({
    id: `talk:${talk.id}`,
    pullNumber: Number(talk.issue_url.split('/').at(-1)),
    author: talk.user?.login ?? 'ghost',
    body: talk.body ?? '',
  }));

const Review = z
  .object({
    id: z.number(),
    user: z.object({ login: z.string() }).nullish(),
    state: z.string(),
    commit_id: z.string().nullish(),
    body: z.string().nullish(),
  })
  .transform((review) => ({
    id: `review:${review.id}`,
    author: review.user?.login ?? 'ghost',
    state: review.state,
    sha: review.commit_id ?? '',
    body: review.body ?? '',
  }));

const Made = z.object({ id: z.number() });

/** How we speak with one repository. What comes back is read, not trusted. */
export function openRepo(input: {
  octokit: Octokit;
  owner: string;
  name: string;
  rateLimit: () => RateLimit | null;
}): GithubRepo {
  const { octokit, owner, name } = input;
  const place = { owner, repo: name };
  const readPull = async (number: number) => {
    const { data } = await octokit.rest.pulls.get({ ...place, pull_number: number });
    return { pull: Pull.parse(data), mergeable: data.mergeable };
  };
  return {
    owner,
    name,
    rateLimit: input.rateLimit,
    async openPull({ head, base, title, body }) {
      const { data } = await octokit.rest.pulls.list({
        ...place,
        state: 'open',
        head: `${owner}:${head}`,
        base,
      });
      const found = z
        .array(Pull)
        .parse(data)
        .find(({ headBranch }) => headBranch === head);
      if (found) {
        await octokit.rest.pulls.update({ ...place, pull_number: found.number, title, body });
        return found;
      }
      return Pull.parse((await octokit.rest.pulls.create({ ...place, head, base, title, body })).data);
    },
    async closePull({ number }) {
      await octokit.rest.pulls.update({ ...place, pull_number: number, state: 'closed' });
    },
    async mergePull({ number, sha, style, title }) {
      const { pull } = await readPull(number);
      // A merge whose answer was lost is found here.
      if (pull.mergedSha !== null) return { sha: pull.mergedSha };
      const { data } = await octokit.rest.pulls.merge({
        ...place,
        pull_number: number,
        sha,
        merge_method: style,
        commit_title: title,
      });
      return { sha: data.sha };
    },
    listPulls: ({ etag }) =>
      changed(async () => {
        const { data, headers } = await octokit.rest.pulls.list({
          ...place,
          state: 'all',
          sort: 'updated',
          direction: 'desc',
          per_page: 100,
          headers: conditional(etag),
        });
        return { items: z.array(Pull).parse(data), etag: headers.etag ?? null };
      }),
    listComments: ({ etag }) =>
      changed(async () => {
        const { data, headers } = await octokit.rest.pulls.listReviewCommentsForRepo({
          ...place,
          sort: 'updated',
          direction: 'desc',
          per_page: 100,
          headers: conditional(etag),
        });
        const items = z
          .array(Comment)
          .parse(data)
          .map((comment) => ({
            id: String(comment.id),
            pullNumber: Number(comment.pull_request_url.split('/').at(-1)),
            author: comment.user?.login ?? 'ghost',
            path: comment.path,
            line: comment.line ?? comment.original_line ?? 1,
            side: comment.side === 'LEFT' ? ('old' as const) : ('new' as const),
            sha: comment.commit_id,
            body: comment.body,
          }));
        return { items, etag: headers.etag ?? null };
      }),
    listTalk: ({ etag }) =>
      changed(async () => {
        const { data, headers } = await octokit.rest.issues.listCommentsForRepo({
          ...place,
          sort: 'updated',
          direction: 'desc',
          per_page: 100,
          headers: conditional(etag),
        });
        return { items: z.array(Talk).parse(data), etag: headers.etag ?? null };
      }).catch((thrown: unknown) => {
        // Issues are switched off in this repository, and with them the list of what is said.
        if (statusOf(thrown) !== 404 && statusOf(thrown) !== 410) throw thrown;
        return null;
      }),
    async listReviews({ number }) {
      const { data } = await octokit.rest.pulls.listReviews({ ...place, pull_number: number, per_page: 100 });
      return z.array(Review).parse(data);
    },
    async addReview({ number, body }) {
      const review = { ...place, pull_number: number, event: 'COMMENT', body } as const;
      return { id: `review:${Made.parse((await octokit.rest.pulls.createReview(review)).data).id}` };
    },
    async addComment({ number, sha, path, line, side, body }) {
      const { data } = await octokit.rest.pulls.createReviewComment({
        ...place,
        pull_number: number,
        commit_id: sha,
        path,
        line,
        side: side === 'old' ? 'LEFT' : 'RIGHT',
        body,
      });
      return { id: String(Made.parse(data).id) };
    },
    async addTalk({ number, body }) {
      await octokit.rest.issues.createComment({ ...place, issue_number: number, body });
    },
    isMergeable: async ({ number }) => (await readPull(number)).mergeable,
  };
}

function conditional(etag: string | null): Record<string, string> {
  return etag === null ? {} : { 'if-none-match': etag };
}

async function changed<T>(look: () => Promise<Changes<T>>): Promise<Changes<T>> {
  try {
    return await look();
  } catch (thrown) {
    if (statusOf(thrown) === 304) return null;
    throw thrown;
  }
}
