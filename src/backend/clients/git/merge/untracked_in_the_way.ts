import { lstat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { GitContext } from '@/backend/clients/git/core/context';
import { blobInFolder } from '@/backend/clients/git/merge/blob_in_folder';

type Steps = { worktree: string; from: string; to: string };

/** `same` are files with exactly the content that comes: whoever wrote them loses nothing. */
export type Untracked = { blocking: string[]; same: string[] };

/**
 * Files that a two-tree update would bring where something lies that git does not track. `read-tree -u` overwrites what
 * is ignored without a word, and what is ignored (`.env`, a local database) is often nowhere else.
 */
export async function untrackedInTheWay(ctx: GitContext, input: Steps): Promise<Untracked> {
  const added = await listAdded(ctx, input);
  const present: string[] = [];
  for (const path of added.keys()) if (await isTaken(input.worktree, path)) present.push(path);
  const found: Untracked = { blocking: [], same: [] };
  if (present.length === 0) return found;
  const tracked = await ctx.execute({ cwd: input.worktree, args: ['ls-files', '-z'] });
  const known = new Set(tracked.stdout.split('\0'));
  for (const path of present) {
    if (known.has(path) || parentsOf(path).some((parent) => known.has(parent))) continue;
    const isSame = (await blobInFolder(ctx, input.worktree, path)) === added.get(path);
    (isSame ? found.same : found.blocking).push(path);
  }
  return found;
}

/** The blob that each new file will be. */
async function listAdded(ctx: GitContext, input: Steps): Promise<Map<string, string>> {
  const { stdout } = await ctx.execute({
    cwd: input.worktree,
    args: [
      'diff-tree',
      '-r',
      '-z',
      '--raw',
      '--no-abbrev',
      '--no-renames',
      '--diff-filter=A',
      input.from,
      input.to,
    ],
  });
  const fields = stdout.split('\0');
  const added = new Map<string, string>();
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [, , , blob = ''] = fields[at]?.split(' ') ?? [];
    added.set(fields[at + 1] ?? '', blob);
  }
  return added;
}

/** Something is there, or a file is where one of its folders would have to be. */
async function isTaken(worktree: string, path: string): Promise<boolean> {
  if ((await lstat(join(worktree, path)).catch(() => null)) !== null) return true;
  for (const parent of parentsOf(path)) {
    const found = await lstat(join(worktree, parent)).catch(() => null);
    if (found !== null) return !found.isDirectory();
  }
  return false;
}

/** The nearest first. */
function parentsOf(path: string): string[] {
  const parent = dirname(path);
  return parent === '.' ? [] : [parent, ...parentsOf(parent)];
}
