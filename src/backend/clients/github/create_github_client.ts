import { retry } from '@octokit/plugin-retry';
import { throttling } from '@octokit/plugin-throttling';
import { Octokit } from '@octokit/rest';
import type { Run } from '../process/run';
import type { GithubClient, GithubRepo, RateLimit } from './github_client';
import { githubFailure } from './github_failure';
import { openRepo } from './open_repo';
import { parseRemote } from './parse_remote';
import { createTokenReader } from './read_token';

const TIMEOUT_MS = 20_000;

export type GithubOptions = {
  run: Run;
  clock: () => Date;
  /** GITHUB_API_URL, GITHUB_TOKEN and GH_TOKEN are read from here. */
  env: Record<string, string | undefined>;
};

/** GitHub over its REST API. One connection for all repositories, so that the pace is kept over all of them. */
export function createGithubClient(options: GithubOptions): GithubClient {
  const baseUrl = (options.env.GITHUB_API_URL || 'https://api.github.com').replace(/\/+$/, '');
  const hosts = ['github.com', 'ssh.github.com', new URL(baseUrl).hostname];
  const readToken = createTokenReader(options);
  const state: { limit: RateLimit | null } = { limit: null };
  const octokit = new (Octokit.plugin(retry, throttling))({
    baseUrl,
    userAgent: 'factory-factory',
    request: {
      fetch: (url: string, init: RequestInit) =>
        fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) }),
    },
    retry: { retries: 2 },
    // Waiting is the poller's affair: a request that holds for an hour helps nobody.
    throttle: { onRateLimit: () => false, onSecondaryRateLimit: () => false },
    log: { debug: silent, info: silent, warn: silent, error: silent },
  });
  octokit.hook.before('request', async (request) => {
    request.headers.authorization = `token ${await readToken()}`;
  });
  octokit.hook.after('request', (answer) => {
    state.limit = readLimit(answer.headers) ?? state.limit;
  });
  octokit.hook.error('request', (thrown) => {
    const response: unknown = 'response' in thrown ? thrown.response : null;
    if (typeof response === 'object' && response !== null && 'headers' in response) {
      state.limit = readLimit(response.headers) ?? state.limit;
    }
    throw thrown;
  });
  return {
    open(remoteUrl) {
      const place = parseRemote(remoteUrl, hosts);
      if (place === null) return null;
      return guard(openRepo({ octokit, ...place, rateLimit: () => state.limit }));
    },
  };
}

/** Every failure leaves as one of ours. */
function guard(repo: GithubRepo): GithubRepo {
  const guarded =
    <I, O>(verb: (input: I) => Promise<O>) =>
    async (input: I): Promise<O> => {
      try {
        return await verb(input);
      } catch (thrown) {
        throw githubFailure(thrown);
      }
    };
  return {
    ...repo,
    openPull: guarded(repo.openPull),
    closePull: guarded(repo.closePull),
    mergePull: guarded(repo.mergePull),
    listPulls: guarded(repo.listPulls),
    listComments: guarded(repo.listComments),
    listTalk: guarded(repo.listTalk),
    listReviews: guarded(repo.listReviews),
    addReview: guarded(repo.addReview),
    addComment: guarded(repo.addComment),
    addTalk: guarded(repo.addTalk),
    isMergeable: guarded(repo.isMergeable),
  };
}

function readLimit(headers: unknown): RateLimit | null {
  const value = (name: string): number => {
    if (typeof headers !== 'object' || headers === null) return Number.NaN;
    return Number(Object.entries(headers).find(([key]) => key === name)?.[1] ?? Number.NaN);
  };
  const [remaining, limit, reset] = ['remaining', 'limit', 'reset'].map((name) =>
    value(`x-ratelimit-${name}`),
  );
  if (remaining === undefined || limit === undefined || reset === undefined) return null;
  if ([remaining, limit, reset].some(Number.isNaN)) return null;
  return { remaining, limit, resetAt: new Date(reset * 1000) };
}

function silent(): void {}
