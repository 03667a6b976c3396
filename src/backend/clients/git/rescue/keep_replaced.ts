import type { GitContext } from '@/backend/clients/git/core/context';
import { assertSha } from '@/backend/clients/git/core/revision';

/** Where heads stay that a rebase put others in the place of: the way back from a conflict that was resolved badly. */
export const REPLACED = 'refs/factoryfactory/replaced';

/** Keeps a commit that its branch is about to leave. The same commit is kept once, however often it is asked for. */
export async function keepReplaced(ctx: GitContext, input: { repo: string; sha: string }): Promise<void> {
  assertSha(input.sha);
  await ctx.execute({
    cwd: input.repo,
    args: ['update-ref', '-m', 'factoryfactory: replaced', `${REPLACED}/${input.sha}`, input.sha],
    writes: true,
  });
}
