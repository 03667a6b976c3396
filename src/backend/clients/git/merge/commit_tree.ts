import type { GitContext } from '@/backend/clients/git/core/context';
import { assertSha } from '@/backend/clients/git/core/revision';
import {
  FALLBACK_IDENTITY,
  type Identity,
  identityVariables,
} from '@/backend/clients/git/repository/identity_env';

export type CommitTreeInput = {
  repo: string;
  tree: string;
  parents: readonly string[];
  message: string;
  /** The user's own identity unless told; ours where they have none. */
  author?: Identity;
  /** With author and date given, the same input always gives the same commit. */
  date?: Date;
};

/** Makes a commit of a tree. No branch moves. */
export async function commitTree(ctx: GitContext, input: CommitTreeInput): Promise<string> {
  for (const sha of [input.tree, ...input.parents]) assertSha(sha);
  const at = input.date ?? ctx.clock();
  const command = {
    cwd: input.repo,
    args: ['commit-tree', input.tree, ...input.parents.flatMap((parent) => ['-p', parent]), '-F', '-'],
    input: input.message.endsWith('\n') ? input.message : `${input.message}\n`,
    config: ['user.useConfigOnly=true'],
    writes: true,
  };
  if (input.author !== undefined) {
    return (await ctx.execute({ ...command, env: identityVariables(input.author, at) })).stdout.trim();
  }
  const { GIT_AUTHOR_DATE, GIT_COMMITTER_DATE, ...fallback } = identityVariables(FALLBACK_IDENTITY, at);
  const dates = { GIT_AUTHOR_DATE, GIT_COMMITTER_DATE };
  const own = await ctx.execute({ ...command, env: dates, answers: [0, 128] });
  if (own.code === 0) return own.stdout.trim();
  // Most likely nobody told git who they are; any other reason shows again.
  return (await ctx.execute({ ...command, env: { ...dates, ...fallback } })).stdout.trim();
}
