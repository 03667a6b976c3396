import { randomUUID } from 'node:crypto';
import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { headSha } from '@/backend/clients/git/branch/resolve_ref';
import type { GitAnswer, GitCommand } from '@/backend/clients/git/core/command';
import type { GitContext } from '@/backend/clients/git/core/context';
import { gitFailure } from '@/backend/clients/git/core/failure';
import { locateGitDir } from '@/backend/clients/git/core/git_dir';
import { assertSha } from '@/backend/clients/git/core/revision';
import { finishInterrupted } from '@/backend/clients/git/merge/finish_interrupted';
import { takeBackUpdate } from '@/backend/clients/git/merge/take_back_update';
import { untrackedInTheWay } from '@/backend/clients/git/merge/untracked_in_the_way';
import { clearOwnLock } from '@/backend/clients/git/worktree/clear_own_lock';
import { operationIn } from '@/backend/clients/git/worktree/operation';
import { FactoryError } from '@/backend/domain/errors';

export type Advanced = { status: 'advanced' } | { status: 'deferred'; reason: string; files: string[] };

export type AdvanceInput = { worktree: string; from: string; to: string };

/**
 * Brings the files and index of a checkout forward after its branch was moved from `from` to `to`. A two-tree
 * update: what differs locally stays as it is, and where that is not possible nothing at all is changed.
 */
export async function advanceWorktree(ctx: GitContext, input: AdvanceInput): Promise<Advanced> {
  assertSha(input.from);
  assertSha(input.to);
  const head = await headSha(ctx, { path: input.worktree });
  if (head !== input.to) {
    return { status: 'deferred', reason: `It is at ${head ?? 'no commit'}, not at ${input.to}.`, files: [] };
  }
  return update(ctx, { ...input, dryRun: false });
}

/** Would it work? Changes nothing, not even the index. For the moment before the branch is moved. */
export async function canAdvance(ctx: GitContext, input: AdvanceInput): Promise<Advanced> {
  return update(ctx, { ...input, dryRun: true });
}

async function update(ctx: GitContext, input: AdvanceInput & { dryRun: boolean }): Promise<Advanced> {
  const place = locateGitDir(input.worktree);
  if (place === null) {
    throw new FactoryError(
      'NOT_FOUND',
      `${input.worktree} is not a git checkout.`,
      'It may have been deleted.',
    );
  }
  const operation = await operationIn(place.gitDir);
  if (operation !== null) return { status: 'deferred', reason: `A ${operation} is open in it.`, files: [] };
  // Before the branch is moved: a checkout that cannot follow it would look changed.
  await clearOwnLock(ctx, input);
  const { blocking: files, same } = await untrackedInTheWay(ctx, input);
  if (files.length === 0) {
    const refused = await tryOrTakeBack(ctx, { ...input, same, gitDir: place.gitDir });
    if (refused === null) return { status: 'advanced' };
    files.push(...refused);
  }
  if (!input.dryRun && (await finishInterrupted(ctx, input))) return { status: 'advanced' };
  return { status: 'deferred', reason: 'Local changes are in the way.', files };
}

type Update = AdvanceInput & { dryRun: boolean; same: readonly string[]; gitDir: string };
type Answered = { answer: GitAnswer; command: GitCommand };

/** Null when it is done, else the files in the way. Whatever else went wrong leaves everything as it was. */
async function tryOrTakeBack(ctx: GitContext, input: Update): Promise<string[] | null> {
  try {
    const { answer, command } = await tryThenDo(ctx, input);
    if (answer.code === 0) return null;
    const files = inTheWay(answer.stderr);
    if (files.length === 0) throw gitFailure(command, answer);
    return files;
  } catch (thrown) {
    if (!input.dryRun) await takeBackUpdate(ctx, input);
    throw thrown;
  }
}

/** What is entered in the index for the update must not stay there when the update is refused: so that is tried first. */
async function tryThenDo(ctx: GitContext, input: Update): Promise<Answered> {
  const attempt = () => onCopyOfIndex(input.gitDir, (env) => readTree(ctx, { ...input, dryRun: true }, env));
  if (input.dryRun) return attempt();
  if (input.same.length > 0) {
    const tried = await attempt();
    if (tried.answer.code !== 0) return tried;
  }
  return readTree(ctx, input, {});
}

async function readTree(ctx: GitContext, input: Update, env: Record<string, string>): Promise<Answered> {
  const base = { cwd: input.worktree, env, writes: true };
  // Touched but unchanged files would look changed to read-tree, which compares times and not contents.
  // Not quietly: then it would not say either that another git holds the index, which passes.
  await ctx.execute({ ...base, args: ['update-index', '--refresh'], answers: [0, 1] });
  if (input.same.length > 0) {
    // Known to the index as what it will be, a file is kept; unknown, it would be in the way.
    const names = input.same.map((path) => `${path}\0`).join('');
    await ctx.execute({ ...base, args: ['update-index', '--add', '-z', '--stdin'], input: names });
  }
  const command = {
    ...base,
    args: ['read-tree', ...(input.dryRun ? ['-n'] : []), '-m', '-u', input.from, input.to],
    answers: [0, 128],
  };
  return { command, answer: await ctx.execute(command) };
}

async function onCopyOfIndex<T>(
  gitDir: string,
  work: (env: Record<string, string>) => Promise<T>,
): Promise<T> {
  const copy = join(gitDir, `factoryfactory-try-${randomUUID()}.index`);
  try {
    await copyFile(join(gitDir, 'index'), copy);
    return await work({ GIT_INDEX_FILE: copy });
  } finally {
    await rm(copy, { force: true });
  }
}

function inTheWay(stderr: string): string[] {
  // Git writes names as they are here, with their lines and quotes.
  const patterns = [
    /Entry '(.+?)' (?:not uptodate\.|would be overwritten by|overlaps with)/gs,
    /Untracked working tree file '(.+?)' would be/gs,
    /Updating '(.+?)' would lose/gs,
    /Path '(.+?)' not uptodate;/gs,
  ];
  return [...new Set(patterns.flatMap((p) => [...stderr.matchAll(p)].map(([, path = '']) => path)))];
}
