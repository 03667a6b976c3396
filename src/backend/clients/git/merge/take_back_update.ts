import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { GitContext } from '@/backend/clients/git/core/context';
import { diffFiles } from '@/backend/clients/git/history/diff_files';
import { blobInFolder } from '@/backend/clients/git/merge/blob_in_folder';
import { isBegun } from '@/backend/clients/git/merge/is_begun';

/**
 * An update that failed in the middle (a file that cannot be replaced, a full disk) is taken back: what is of the new side,
 * or the beginning of it, becomes the old one again, of which the index still is. What is neither, somebody wrote in that
 * very moment; it stays. `same` are files that were there before, untracked, with the content that was to come.
 */
export async function takeBackUpdate(
  ctx: GitContext,
  input: { worktree: string; from: string; to: string; same: readonly string[] },
): Promise<void> {
  const { worktree, from, to, same } = input;
  const base = { cwd: worktree, writes: true };
  const asLines = (paths: readonly string[]) => paths.map((path) => `${path}\0`).join('');
  if (same.length > 0) {
    const args = ['update-index', '--force-remove', '-z', '--stdin'];
    await ctx.execute({ ...base, args, input: asLines(same) });
  }
  const range = { repo: worktree, base: from, head: to, direct: true, renames: false };
  const { files } = await diffFiles(ctx, range);
  const old: string[] = [];
  for (const file of files) {
    if (file.submodule || same.includes(file.path)) continue;
    const now = await blobInFolder(ctx, worktree, file.path);
    if (now === file.oldBlob) continue;
    const isOurs = now === file.newBlob || (now !== 'other' && (await isBegun(ctx, { worktree, ...file })));
    if (!isOurs) continue;
    if (file.oldBlob === null) await rm(join(worktree, file.path), { force: true });
    else old.push(file.path);
  }
  if (old.length === 0) return;
  await ctx.execute({
    ...base,
    args: ['checkout-index', '--force', '--index', '-z', '--stdin'],
    input: asLines(old),
  });
}
