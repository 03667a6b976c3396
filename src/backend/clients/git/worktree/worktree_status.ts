import type { GitContext } from '@/backend/clients/git/core/context';
import { locateGitDir } from '@/backend/clients/git/core/git_dir';
import { fieldReader, splitNul } from '@/backend/clients/git/core/records';
import { branchUnderOperation, type Operation, operationIn } from '@/backend/clients/git/worktree/operation';
import { FactoryError } from '@/backend/domain/errors';

export type WorktreeStatus = {
  /** Nothing staged, changed, conflicted or untracked, and nothing half done. */
  clean: boolean;
  headSha: string | null;
  /** Null when HEAD is detached, as it is during a rebase. */
  branch: string | null;
  operation: Operation | null;
  /** The branch that the open rebase belongs to. */
  operationBranch: string | null;
  staged: PathList;
  unstaged: PathList;
  untracked: PathList;
  conflicted: PathList;
};

export type PathList = { count: number; paths: string[] };

const MAX_PATHS = 500;

export async function worktreeStatus(
  ctx: GitContext,
  input: { path: string; maxPaths?: number },
): Promise<WorktreeStatus> {
  const place = locateGitDir(input.path);
  if (place === null) {
    throw new FactoryError(
      'NOT_FOUND',
      `${input.path} is not a git worktree.`,
      'It may have been deleted by hand; it is made again when its task goes on.',
    );
  }
  const [{ stdout }, operation, operationBranch] = await Promise.all([
    ctx.execute({
      cwd: input.path,
      args: [
        'status',
        '--porcelain=v2',
        '-z',
        '--branch',
        '--untracked-files=all',
        '--renames',
        // What lies inside a submodule is not this repository's work; a moved submodule is.
        '--ignore-submodules=dirty',
      ],
    }),
    operationIn(place.gitDir),
    branchUnderOperation(place.gitDir),
  ]);
  const found = readStatus(stdout, input.maxPaths ?? MAX_PATHS);
  const quiet = [found.staged, found.unstaged, found.untracked, found.conflicted].every((l) => l.count === 0);
  return { ...found, operation, operationBranch, clean: quiet && operation === null };
}

type Found = Omit<WorktreeStatus, 'clean' | 'operation' | 'operationBranch'>;

function readStatus(output: string, maxPaths: number): Found {
  const found: Found = {
    headSha: null,
    branch: null,
    staged: { count: 0, paths: [] },
    unstaged: { count: 0, paths: [] },
    untracked: { count: 0, paths: [] },
    conflicted: { count: 0, paths: [] },
  };
  const add = (list: PathList, path: string) => {
    list.count++;
    if (list.paths.length < maxPaths) list.paths.push(path);
  };
  const fields = fieldReader(splitNul(output));
  while (fields.more()) {
    const line = fields.next();
    const parts = line.split(' ');
    const from = (n: number) => parts.slice(n).join(' ');
    const [kind, xy = ''] = parts;
    if (kind === '#' && xy === 'branch.oid') found.headSha = from(2) === '(initial)' ? null : from(2);
    if (kind === '#' && xy === 'branch.head') found.branch = from(2) === '(detached)' ? null : from(2);
    if (kind === '?') add(found.untracked, from(1));
    if (kind === 'u') add(found.conflicted, from(10));
    if (kind === '1' || kind === '2') {
      const path = from(kind === '1' ? 8 : 9);
      if (kind === '2') fields.next();
      if (xy[0] !== '.') add(found.staged, path);
      if (xy[1] !== '.') add(found.unstaged, path);
    }
  }
  return found;
}
