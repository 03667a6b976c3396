import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GitContext } from '@/backend/clients/git/core/context';

/** The file is the beginning of what it was to become: a full disk or a kill cut it off. */
export async function isBegun(
  ctx: GitContext,
  input: { worktree: string; path: string; newBlob: string | null },
): Promise<boolean> {
  if (input.newBlob === null) return false;
  const [now, wanted] = await Promise.all([
    // Not there: deleted by somebody, or outside of a sparse checkout.
    readFile(join(input.worktree, input.path)).catch(() => null),
    ctx.execute({ cwd: input.worktree, args: ['cat-file', 'blob', input.newBlob] }),
  ]);
  return now !== null && wanted.stdout.startsWith(now.toString('utf8'));
}
