import type { GitContext } from '@/backend/clients/git/core/context';
import { splitNul } from '@/backend/clients/git/core/records';
import { assertRepoPath, assertRevision } from '@/backend/clients/git/core/revision';

export type Commit = {
  sha: string;
  parents: string[];
  authorName: string;
  authorEmail: string;
  authoredAt: Date;
  subject: string;
  body: string;
};

export type LogInput = {
  repo: string;
  head: string;
  /** Only what `head` has and this has not. */
  base?: string;
  paths?: readonly string[];
  skip?: number;
  limit?: number;
};

const FORMAT = ['%H', '%P', '%an', '%ae', '%at', '%s', '%b'];
const MAX_BODY = 10_000;
const MAX_LIMIT = 500;

/** Commits, newest first, a page at a time. */
export async function log(
  ctx: GitContext,
  input: LogInput,
): Promise<{ commits: Commit[]; nextSkip: number | null }> {
  assertRevision(input.head);
  if (input.base !== undefined) assertRevision(input.base);
  for (const path of input.paths ?? []) assertRepoPath(path);
  const skip = Math.max(0, Math.trunc(input.skip ?? 0));
  const limit = Math.min(MAX_LIMIT, Math.max(1, Math.trunc(input.limit ?? 50)));
  const { stdout } = await ctx.execute({
    cwd: input.repo,
    args: [
      'log',
      '-z',
      `--format=tformat:${FORMAT.join('%x00')}`,
      '--no-show-signature',
      `--skip=${skip}`,
      `--max-count=${limit + 1}`,
      input.base === undefined ? input.head : `${input.base}..${input.head}`,
      '--',
      ...(input.paths ?? []),
    ],
  });
  const commits = chunk(splitNul(stdout), FORMAT.length).map(readCommit);
  return { commits: commits.slice(0, limit), nextSkip: commits.length > limit ? skip + limit : null };
}

function readCommit(fields: readonly string[]): Commit {
  const [sha = '', parents = '', authorName = '', authorEmail = '', seconds = '0', subject = '', body = ''] =
    fields;
  return {
    sha,
    parents: parents.split(' ').filter((parent) => parent !== ''),
    authorName,
    authorEmail,
    authoredAt: new Date(Number(seconds) * 1000),
    subject,
    body: body.trim().slice(0, MAX_BODY),
  };
}

function chunk(fields: readonly string[], size: number): string[][] {
  const chunks: string[][] = [];
  for (let at = 0; at < fields.length; at += size) chunks.push(fields.slice(at, at + size));
  return chunks;
}
