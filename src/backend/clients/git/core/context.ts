import type { Execute } from '@/backend/clients/git/core/command';
import { createExecute } from '@/backend/clients/git/core/execute';
import { locateGitDir } from '@/backend/clients/git/core/git_dir';
import { createKeyedMutex } from '@/backend/clients/git/core/keyed_mutex';
import { remember } from '@/backend/clients/git/core/remember';
import type { Run } from '@/backend/clients/process/run';

export type GitLog = (note: string, data?: Record<string, unknown>) => void;

export type GitDeps = { run: Run; clock: () => Date; log?: GitLog };

/** What every verb gets as its first argument. */
export type GitContext = {
  run: Run;
  execute: Execute;
  clock: () => Date;
  log: GitLog;
  /** Our own changes of a repository's worktrees and checked-out refs happen one at a time. */
  alone: <T>(repo: string, work: () => Promise<T>) => Promise<T>;
};

export function createContext(deps: GitDeps): GitContext {
  const mutex = createKeyedMutex();
  return {
    run: deps.run,
    execute: remember(createExecute(deps)),
    clock: deps.clock,
    log: deps.log ?? (() => {}),
    alone: async (repo, work) => {
      const place = locateGitDir(repo);
      return mutex(place?.commonDir ?? repo, work);
    },
  };
}
