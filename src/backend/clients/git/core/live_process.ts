import { readdir, readFile, readlink } from 'node:fs/promises';
import { sep } from 'node:path';
import type { GitContext } from '@/backend/clients/git/core/context';

/**
 * Is a git process at work in this folder? A lock file outlives a killed process, so its presence says nothing.
 * When it cannot be told, the answer is yes: a lock is then left alone.
 */
export async function isGitRunningIn(ctx: Pick<GitContext, 'run'>, folder: string): Promise<boolean> {
  const folders = process.platform === 'linux' ? await gitFoldersFromProc() : await gitFoldersFromLsof(ctx);
  if (folders === null) return true;
  return folders.some((cwd) => cwd === folder || cwd.startsWith(folder + sep));
}

async function gitFoldersFromProc(): Promise<string[] | null> {
  const entries = await readdir('/proc').catch(() => null);
  if (entries === null) return null;
  const pids = entries.filter((entry) => /^\d+$/.test(entry));
  const folders = await Promise.all(
    pids.map(async (pid) => {
      const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '');
      return /^git(-|\n|$)/.test(name) ? readlink(`/proc/${pid}/cwd`).catch(() => null) : null;
    }),
  );
  return folders.filter((folder) => folder !== null);
}

async function gitFoldersFromLsof(ctx: Pick<GitContext, 'run'>): Promise<string[] | null> {
  const result = await ctx
    .run('lsof', ['-a', '-c', 'git', '-d', 'cwd', '-Fn'], { timeoutMs: 10_000 })
    .catch(() => null);
  if (result === null || result.timedOut) return null;
  return result.stdout
    .split('\n')
    .filter((line) => line.startsWith('n'))
    .map((line) => line.slice(1));
}
