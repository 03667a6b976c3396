export type PullOnGithub = {
  number: number;
  url: string;
  headBranch: string;
  headSha: string;
  state: 'OPEN' | 'MERGED' | 'CLOSED';
  mergedSha: string | null;
};

export type CommentOnGithub = {
  id: string;
  pullNumber: number;
  author: string;
  path: string;
  line: number;
  side: 'old' | 'new';
  sha: string;
  body: string;
};

/** Words about a pull request as a whole: from its conversation, or the text of a review. */
export type TalkOnGithub = { id: string; pullNumber: number; author: string; body: string };
export type ReviewOnGithub = { id: string; author: string; state: string; sha: string; body: string };

/** How many calls are left, and when there will be more. */
export type RateLimit = { remaining: number; limit: number; resetAt: Date };

/** `null`: nothing has changed since the last look, which cost no call of the limit. */
export type Changes<T> = { items: T[]; etag: string | null } | null;

/** One repository on GitHub. Every failure is a FactoryError: UNAVAILABLE, LIMIT_REACHED, NOT_LOGGED_IN, … */
export type GithubRepo = {
  readonly owner: string;
  readonly name: string;
  /** The open pull request from this head to this base, made when there is none. Asking twice makes one. */
  openPull(input: { head: string; base: string; title: string; body: string }): Promise<PullOnGithub>;
  closePull(input: { number: number }): Promise<void>;
  mergePull(input: {
    number: number;
    sha: string;
    style: 'merge' | 'squash';
    title: string;
  }): Promise<{ sha: string }>;
  /** The newest changed first, all states. */
  listPulls(input: { etag: string | null }): Promise<Changes<PullOnGithub>>;
  listComments(input: { etag: string | null }): Promise<Changes<CommentOnGithub>>;
  /** The conversations of all pull requests, and of issues, which share their numbers. */
  listTalk(input: { etag: string | null }): Promise<Changes<TalkOnGithub>>;
  listReviews(input: { number: number }): Promise<ReviewOnGithub[]>;
  addReview(input: { number: number; body: string }): Promise<{ id: string }>;
  addComment(input: {
    number: number;
    sha: string;
    path: string;
    line: number;
    side: 'old' | 'new';
    body: string;
  }): Promise<{ id: string }>;
  addTalk(input: { number: number; body: string }): Promise<void>;
  isMergeable(input: { number: number }): Promise<boolean | null>;
  rateLimit(): RateLimit | null;
};

export type GithubClient = {
  /** Null when the address is not one of a GitHub repository. */
  open(remoteUrl: string): GithubRepo | null;
};
