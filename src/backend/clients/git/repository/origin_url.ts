import { stat } from 'node:fs/promises';
import type { GitContext } from '@/backend/clients/git/core/context';
import { redact } from '@/backend/clients/git/core/failure';

/** Where `origin` is; null when there is none, or the repository is not there. */
export async function originUrl(ctx: GitContext, input: { repo: string }): Promise<string | null> {
  if ((await stat(input.repo).catch(() => null)) === null) return null;
  const answer = await ctx.execute({
    cwd: input.repo,
    args: ['remote', 'get-url', 'origin'],
    answers: [0, 2, 128],
  });
  return answer.code === 0 ? redact(answer.stdout.trim()) : null;
}
