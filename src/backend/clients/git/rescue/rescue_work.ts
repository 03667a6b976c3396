import { join } from 'node:path';
import type { GitContext } from '@/backend/clients/git/core/context';
import { requireLinkedWorktree } from '@/backend/clients/git/core/git_dir';
import { splitNul } from '@/backend/clients/git/core/records';
import { FALLBACK_IDENTITY, identityVariables } from '@/backend/clients/git/repository/identity_env';
import { keepReachable } from '@/backend/clients/git/rescue/keep_reachable';
import { assertTaskId, type Rescue, saveRescue } from '@/backend/clients/git/rescue/rescue';
import { snapshot } from '@/backend/clients/git/rescue/snapshot';

const MAX_FILES = 200;

/**
 * Saves what would be lost with this worktree: changed, staged and untracked files (not ignored ones), and
 * commits that no other ref holds. Changes nothing in the worktree. Null when there is nothing to save.
 */
export async function rescueWork(
  ctx: GitContext,
  input: { worktree: string; taskId: string; protect?: readonly string[] },
): Promise<Rescue | null> {
  assertTaskId(input.taskId);
  const { gitDir } = requireLinkedWorktree(input.worktree);
  return rescue(ctx, { ...input, cwd: input.worktree, gitDir, withFiles: true });
}

/** The same for a worktree whose folder is gone: what was staged, and where its HEAD was. */
export async function rescueStaged(
  ctx: GitContext,
  input: { repo: string; adminDir: string; taskId: string; protect?: readonly string[] },
): Promise<Rescue | null> {
  assertTaskId(input.taskId);
  const env = { GIT_DIR: input.adminDir };
  return rescue(ctx, {
    ...input,
    worktree: input.adminDir,
    cwd: input.repo,
    env,
    gitDir: input.adminDir,
    withFiles: false,
  });
}

type Source = {
  worktree: string;
  cwd: string;
  env?: Record<string, string>;
  gitDir: string;
  taskId: string;
  withFiles: boolean;
  protect?: readonly string[];
};

async function rescue(ctx: GitContext, source: Source): Promise<Rescue | null> {
  const git = async (args: readonly string[]) => {
    const answer = await ctx.execute({ cwd: source.cwd, env: source.env, args, answers: [0, 1, 128] });
    return answer.code === 0 ? answer.stdout : null;
  };
  const head = (await git(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']))?.trim() ?? null;
  const headTree = (await git(['rev-parse', '--verify', '--quiet', 'HEAD^{tree}']))?.trim() ?? EMPTY_TREE;
  const branch = (await git(['symbolic-ref', '--quiet', 'HEAD']))?.trim() ?? null;
  const { tree, stagedTree } = await snapshot(ctx, { ...source, head });

  if (tree === headTree && (stagedTree ?? headTree) === headTree) {
    if (head === null) return null;
    return keepReachable(ctx, { ...source, repo: source.cwd, sha: head, without: branch });
  }
  const files = await changedFiles(ctx, { source, headTree, tree });
  const found = { reason: 'uncommitted', fileCount: files.length, files: files.slice(0, MAX_FILES) } as const;
  const message = describe(source, { head, branch, stagedTree });
  const earlier = await findSame(ctx, { source, tree, message });
  if (earlier !== null) return { ...earlier, ...found };

  const parents = head === null ? [] : [head];
  // What was staged and then changed again exists nowhere else, so it becomes a parent of its own.
  if (stagedTree !== null && stagedTree !== tree && stagedTree !== headTree) {
    parents.push(
      await commit(ctx, { source, tree: stagedTree, parents: [...parents], message: 'Staged files' }),
    );
  }
  const sha = await commit(ctx, { source, tree, parents, message });
  const ref = await saveRescue(ctx, { repo: source.cwd, taskId: source.taskId, sha });
  return { ref, sha, ...found };
}

async function changedFiles(
  ctx: GitContext,
  input: { source: Source; headTree: string; tree: string },
): Promise<string[]> {
  const { stdout } = await ctx.execute({
    cwd: input.source.cwd,
    args: ['diff-tree', '-r', '--name-only', '-z', '--no-renames', input.headTree, input.tree],
    // It would read the worktree's index, which may be torn, though it needs none.
    env: { ...input.source.env, GIT_INDEX_FILE: join(input.source.gitDir, 'factoryfactory-no-index') },
  });
  return splitNul(stdout);
}

const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

/** The message is the same for the same state, so that a rescue repeated after a crash finds the first one. */
function describe(
  source: Source,
  state: { head: string | null; branch: string | null; stagedTree: string | null },
): string {
  return [
    `Rescued work of task ${source.taskId}`,
    '',
    `Worktree: ${source.worktree}`,
    `Branch: ${state.branch ?? 'none (detached)'}`,
    `Head: ${state.head ?? 'none'}`,
    `Staged: ${state.stagedTree ?? 'in conflict'}`,
  ].join('\n');
}

async function findSame(
  ctx: GitContext,
  input: { source: Source; tree: string; message: string },
): Promise<{ ref: string; sha: string } | null> {
  const { stdout } = await ctx.execute({
    cwd: input.source.cwd,
    args: [
      'for-each-ref',
      '--format=%(refname)%00%(objectname)%00%(tree)%00%(contents)%00',
      `refs/factoryfactory/rescue/${input.source.taskId}`,
    ],
  });
  const records = stdout.split('\0\n').map((record) => record.split('\0'));
  const same = records.find(
    ([, , tree, message = '']) => tree === input.tree && message.trim() === input.message,
  );
  return same === undefined ? null : { ref: same[0] ?? '', sha: same[1] ?? '' };
}

async function commit(
  ctx: GitContext,
  input: { source: Source; tree: string; parents: readonly string[]; message: string },
): Promise<string> {
  const { stdout } = await ctx.execute({
    cwd: input.source.cwd,
    args: ['commit-tree', input.tree, ...input.parents.flatMap((parent) => ['-p', parent]), '-F', '-'],
    env: identityVariables(FALLBACK_IDENTITY, ctx.clock()),
    input: `${input.message}\n`,
    writes: true,
  });
  return stdout.trim();
}
