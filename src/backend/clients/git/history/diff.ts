import type { GitContext } from '@/backend/clients/git/core/context';
import { isSha } from '@/backend/clients/git/core/revision';
import { diffArgs, type Range } from '@/backend/clients/git/history/diff_args';

export type Patch = { patch: string; truncated: boolean };

const MAX_BYTES = 1024 * 1024;

/** What `head` changed since it parted from `base`. Cut after a whole line when it is longer than `maxBytes`. */
export async function diff(ctx: GitContext, input: Range & { maxBytes?: number }): Promise<Patch> {
  const answer = await ctx.execute({
    cwd: input.repo,
    args: diffArgs(input, ['--patch', '--full-index', '--src-prefix=a/', '--dst-prefix=b/']),
    maxBytes: input.maxBytes ?? MAX_BYTES,
    timeless: isSha(input.base) && isSha(input.head),
  });
  if (!answer.truncated) return { patch: answer.stdout, truncated: false };
  return { patch: answer.stdout.slice(0, answer.stdout.lastIndexOf('\n') + 1), truncated: true };
}

/** The patch of one file; give its old path too when it was moved. */
export function filePatch(
  ctx: GitContext,
  input: Omit<Range, 'paths'> & { path: string; oldPath?: string | null; maxBytes?: number },
): Promise<Patch> {
  const paths = input.oldPath ? [input.oldPath, input.path] : [input.path];
  return diff(ctx, { ...input, paths });
}
