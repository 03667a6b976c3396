import { readLooseBranch } from '@/backend/clients/git/branch/read_loose_branch';
import type { GitContext } from '@/backend/clients/git/core/context';
import { locateGitDir } from '@/backend/clients/git/core/git_dir';
import { assertBranch, assertRevision, isSha } from '@/backend/clients/git/core/revision';
import { FactoryError } from '@/backend/domain/errors';

type Revision = { repo: string; ref: string };

/** The commit that a branch, a ref or an id stands for; null when there is none. */
export function resolveRef(ctx: GitContext, input: Revision): Promise<string | null> {
  assertRevision(input.ref);
  return parse(ctx, input.repo, `${input.ref}^{commit}`);
}

export async function requireCommit(ctx: GitContext, input: Revision): Promise<string> {
  const sha = await resolveRef(ctx, input);
  if (sha !== null) return sha;
  throw new FactoryError(
    'NOT_FOUND',
    `There is no commit or branch "${input.ref}" in ${input.repo}.`,
    'Check the name; it may have been deleted or never fetched.',
    { data: { ref: input.ref } },
  );
}

/** The tree of a commit: two commits with the same tree have the same files. */
export async function treeOf(ctx: GitContext, input: Revision): Promise<string> {
  assertRevision(input.ref);
  const tree = await parse(ctx, input.repo, `${input.ref}^{tree}`, isSha(input.ref));
  return tree ?? requireCommit(ctx, input);
}

export async function branchExists(
  ctx: GitContext,
  input: { repo: string; branch: string },
): Promise<boolean> {
  return (await branchSha(ctx, input)) !== null;
}

export async function branchSha(
  ctx: GitContext,
  input: { repo: string; branch: string },
): Promise<string | null> {
  assertBranch(input.branch);
  const place = locateGitDir(input.repo);
  const loose = place && readLooseBranch(place.commonDir, input.branch);
  return loose ?? resolveRef(ctx, { repo: input.repo, ref: `refs/heads/${input.branch}` });
}

/** Where a checkout is; null before its first commit. */
export function headSha(ctx: GitContext, input: { path: string }): Promise<string | null> {
  return parse(ctx, input.path, 'HEAD^{commit}');
}

async function parse(
  ctx: GitContext,
  cwd: string,
  expression: string,
  timeless = false,
): Promise<string | null> {
  const answer = await ctx.execute({
    cwd,
    args: ['rev-parse', '--verify', '--quiet', '--end-of-options', expression],
    answers: [0, 1],
    timeless,
  });
  return answer.code === 0 ? answer.stdout.trim() : null;
}
