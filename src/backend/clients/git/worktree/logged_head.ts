import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { locateGitDir } from '@/backend/clients/git/core/git_dir';
import { orNull } from '@/backend/clients/git/core/or_null';
import { adminDirOf } from '@/backend/clients/git/worktree/admin_dir';

/** The newest commit that a worktree's own log names. It outlives the branch, and the folder too. */
export async function loggedHead(input: { repo: string; path: string }): Promise<string | null> {
  const gitDir = locateGitDir(input.path)?.gitDir ?? (await adminDirOf(input));
  const log = (gitDir && orNull(() => readFileSync(join(gitDir, 'logs', 'HEAD'), 'utf8'))) ?? '';
  const sha = log.trimEnd().split('\n').at(-1)?.split(' ')[1] ?? '';
  return /^[0-9a-f]{40,64}$/.test(sha) && !/^0+$/.test(sha) ? sha : null;
}
