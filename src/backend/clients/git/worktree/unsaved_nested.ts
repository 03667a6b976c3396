import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { GitContext } from '@/backend/clients/git/core/context';
import { splitNul } from '@/backend/clients/git/core/records';

/**
 * Repositories inside a worktree (a submodule that was fetched, a clone) which hold work that is nowhere else.
 * A rescue saves files of the worktree only; what is inside another repository would be lost with the folder.
 */
export async function unsavedNested(ctx: GitContext, input: { worktree: string }): Promise<string[]> {
  const [tracked, others] = await Promise.all([
    ctx.execute({ cwd: input.worktree, args: ['ls-files', '--stage', '-z'] }),
    ctx.execute({ cwd: input.worktree, args: ['ls-files', '--others', '--exclude-standard', '-z'] }),
  ]);
  const submodules = splitNul(tracked.stdout)
    .filter((entry) => entry.startsWith('160000 '))
    .map((entry) => entry.slice(entry.indexOf('\t') + 1));
  const clones = splitNul(others.stdout)
    .filter((path) => path.endsWith('/'))
    .map((path) => path.slice(0, -1));
  const unsaved: string[] = [];
  for (const path of new Set([...submodules, ...clones])) {
    const folder = join(input.worktree, path);
    if ((await stat(join(folder, '.git')).catch(() => null)) === null) continue;
    if (await hasWork(ctx, folder)) unsaved.push(path);
  }
  return unsaved;
}

async function hasWork(ctx: GitContext, folder: string): Promise<boolean> {
  const status = await ctx.execute({ cwd: folder, args: ['status', '--porcelain', '-z'], answers: [0, 128] });
  if (status.code !== 0 || status.stdout !== '') return true;
  const own = await ctx.execute({
    cwd: folder,
    args: ['rev-list', '--max-count=1', '--branches', '--not', '--remotes'],
    answers: [0, 128],
  });
  const detached = await ctx.execute({
    cwd: folder,
    args: ['rev-list', '--max-count=1', 'HEAD', '--not', '--remotes'],
    answers: [0, 128],
  });
  return own.stdout !== '' || detached.stdout !== '';
}
