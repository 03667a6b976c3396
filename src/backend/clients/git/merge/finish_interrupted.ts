import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { GitContext } from '@/backend/clients/git/core/context';
import { diffFiles } from '@/backend/clients/git/history/diff_files';
import { blobInFolder } from '@/backend/clients/git/merge/blob_in_folder';
import { isBegun } from '@/backend/clients/git/merge/is_begun';

/** Each costs a process, and all their names go on one command line. */
const MAX_FILES = 500;

/**
 * A two-tree update that was killed half way leaves files of both trees and an index of the first, which looks
 * like local changes. When every file in question is exactly one side or the other, or the beginning of the second
 * (a full disk cut it off), nobody's work is there and the update is finished; otherwise nothing is done.
 */
export async function finishInterrupted(
  ctx: GitContext,
  input: { worktree: string; from: string; to: string },
): Promise<boolean> {
  const { files, truncated } = await diffFiles(ctx, {
    repo: input.worktree,
    base: input.from,
    head: input.to,
    direct: true,
    renames: false,
  });
  if (truncated || files.length > MAX_FILES || files.some((file) => file.submodule)) return false;
  const staged = await ctx.execute({
    cwd: input.worktree,
    args: [
      'diff-index',
      '--cached',
      '--name-only',
      '-z',
      input.from,
      '--',
      ...files.map((file) => file.path),
    ],
  });
  if (staged.stdout !== '') return false;
  for (const file of files) {
    const now = await blobInFolder(ctx, input.worktree, file.path);
    if (now === file.oldBlob || now === file.newBlob) continue;
    if (now === 'other' || !(await isBegun(ctx, { ...input, ...file }))) return false;
  }
  await ctx.execute({
    cwd: input.worktree,
    args: ['read-tree', '-i', '-m', input.from, input.to],
    writes: true,
  });
  const kept = files.filter((file) => file.newBlob !== null).map((file) => file.path);
  for (const file of files)
    if (file.newBlob === null) await rm(join(input.worktree, file.path), { force: true });
  await ctx.execute({
    cwd: input.worktree,
    args: ['checkout-index', '--force', '--index', '-z', '--stdin'],
    input: kept.map((path) => `${path}\0`).join(''),
    writes: true,
  });
  ctx.log(`Finished an update of ${input.worktree} that had been interrupted.`);
  return true;
}
