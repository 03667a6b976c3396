import { readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { canonical, locateGitDir } from '@/backend/clients/git/core/git_dir';

/** Where the repository keeps HEAD and index of the worktree in this folder, be the folder there or not. */
export async function adminDirOf(input: { repo: string; path: string }): Promise<string | null> {
  const place = locateGitDir(input.repo);
  if (place === null) return null;
  const entries = join(place.commonDir, 'worktrees');
  const wanted = canonical(input.path);
  for (const name of await readdir(entries).catch(() => [])) {
    const gitFile = (await readFile(join(entries, name, 'gitdir'), 'utf8').catch(() => '')).trim();
    if (gitFile !== '' && canonical(dirname(gitFile)) === wanted) return join(entries, name);
  }
  return null;
}

/** Writes a lost `.git` file again. `git worktree repair` would mend the user's other worktrees along with it. */
export async function restoreGitFile(input: { repo: string; path: string }): Promise<boolean> {
  const adminDir = await adminDirOf(input);
  if (adminDir === null) return false;
  await writeFile(join(input.path, '.git'), `gitdir: ${adminDir}\n`);
  return true;
}
