import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GitContext } from '@/backend/clients/git/core/context';
import { canonical, locateGitDir } from '@/backend/clients/git/core/git_dir';
import { clearStaleIndexLock } from '@/backend/clients/git/core/stale_lock';
import { branchUnderOperation } from '@/backend/clients/git/worktree/operation';

const OUR_BRANCHES = 'factoryfactory/';

/** Takes an abandoned `index.lock` away from a worktree of ours. In anybody else's checkout it is left alone. */
export async function clearOwnLock(ctx: GitContext, input: { worktree: string }): Promise<string | null> {
  const place = await locateGitDir(input.worktree);
  if (place === null || !place.linked) return null;
  const branch = (await branchIn(place.gitDir)) ?? (await branchUnderOperation(place.gitDir));
  if (branch?.startsWith(OUR_BRANCHES) !== true) return null;
  return clearStaleIndexLock(ctx, { worktree: await canonical(input.worktree), gitDir: place.gitDir });
}

async function branchIn(gitDir: string): Promise<string | null> {
  const head = await readFile(join(gitDir, 'HEAD'), 'utf8').catch(() => '');
  return head.match(/^ref: refs\/heads\/(.+?)\s*$/)?.[1] ?? null;
}
