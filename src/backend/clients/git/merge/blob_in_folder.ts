import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import type { GitContext } from '@/backend/clients/git/core/context';

/** The blob a file would be stored as, null when there is none, `other` for what is not a plain file. */
export async function blobInFolder(ctx: GitContext, worktree: string, path: string): Promise<string | null> {
  const found = await lstat(join(worktree, path)).catch(() => null);
  if (found === null) return null;
  if (!found.isFile()) return 'other';
  const { stdout } = await ctx.execute({ cwd: worktree, args: ['hash-object', '--', path] });
  return stdout.trim();
}
