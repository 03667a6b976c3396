import { readdirSync } from 'node:fs';
import { lstat, mkdir, readFile, rename } from 'node:fs/promises';
import { dirname, isAbsolute, join, sep } from 'node:path';
import { branchSha, headSha } from '@/backend/clients/git/branch/resolve_ref';
import type { GitContext } from '@/backend/clients/git/core/context';
import { gitFailure } from '@/backend/clients/git/core/failure';
import { canonical, locateGitDir, requireLinkedWorktree } from '@/backend/clients/git/core/git_dir';
import { assertBranch } from '@/backend/clients/git/core/revision';
import { clearStaleLocks } from '@/backend/clients/git/core/stale_lock';
import type { Rescue } from '@/backend/clients/git/rescue/rescue';
import { restoreGitFile } from '@/backend/clients/git/worktree/admin_dir';
import { forgetWorktree } from '@/backend/clients/git/worktree/forget_worktree';
import { findWorktree, listWorktrees } from '@/backend/clients/git/worktree/list_worktrees';
import { branchUnderOperation } from '@/backend/clients/git/worktree/operation';
import { FactoryError } from '@/backend/domain/errors';

export type EnsureWorktreeInput = {
  repo: string;
  path: string;
  branch: string;
  /** Names the rescue ref, should work be found where the folder was deleted. */
  taskId: string;
  staleLockMs?: number;
};

export type EnsuredWorktree = {
  path: string;
  outcome: 'kept' | 'created' | 'repaired' | 'recreated';
  headSha: string | null;
  /** What it is really on: an agent may have switched branches, or be in the middle of a rebase. */
  branch: string | null;
  rescued: Rescue[];
  /** Anything unusual that was found and mended, for people to read. */
  notes: string[];
};

/** Makes the worktree of a task exist and be usable. Safe to call at any time; work in it is never touched. */
export function ensureWorktree(ctx: GitContext, input: EnsureWorktreeInput): Promise<EnsuredWorktree> {
  assertBranch(input.branch);
  return ctx.alone(input.repo, async () => {
    assertOutsideCheckout(input);
    const taken = isOccupied(input.path);
    return taken ? keep(ctx, input) : add(ctx, input);
  });
}

async function keep(ctx: GitContext, input: EnsureWorktreeInput): Promise<EnsuredWorktree> {
  const registered = await findWorktree(ctx, input);
  if (registered === null) return moveAsideAndAdd(ctx, input);
  const notes: string[] = [];
  let place = locateGitDir(input.path);
  const wasTorn = place === null;
  if (place === null) {
    await restoreGitFile(input);
    place = requireLinkedWorktree(input.path);
    notes.push(`The .git file of ${input.path} was missing and was written again.`);
  }
  if (!place.linked) throw foreign(input.path);
  if (registered.locked === 'initializing' && !(await exists(join(place.gitDir, 'index')))) {
    // `git worktree add` was killed while it filled the folder: nothing in there is anyone's work yet.
    await ctx.execute({
      cwd: input.repo,
      args: ['worktree', 'remove', '--force', '--force', input.path],
      writes: true,
    });
    const made = await add(ctx, input);
    return {
      ...made,
      outcome: 'recreated',
      notes: [...made.notes, `${input.path} had been left half made and was made again.`],
    };
  }
  const cleared = await clearStaleLocks(ctx, {
    worktree: canonical(input.path),
    gitDir: place.gitDir,
    staleAfterMs: input.staleLockMs,
  });
  if (cleared !== null) notes.push(cleared);
  const branch = registered.branch ?? (await branchUnderOperation(place.gitDir));
  if (branch !== input.branch) {
    notes.push(`${input.path} is on ${branch ?? 'no branch'}, not on ${input.branch}; it was left there.`);
  }
  const refilled = wasTorn && (await bringBackMissing(ctx, input.path)) > 0;
  if (refilled) notes.push(`Files of ${input.path} had been deleted with it and were brought back.`);
  const sha = await headSha(ctx, { path: input.path });
  const outcome = notes.length > 0 && branch === input.branch ? 'repaired' : 'kept';
  return {
    path: input.path,
    outcome: refilled ? 'recreated' : outcome,
    headSha: sha,
    branch,
    rescued: [],
    notes,
  };
}

/**
 * A folder that was deleted is there again as soon as somebody writes a file into it by its full name. Left like that, it
 * would look as if they had deleted all the others, and the next commit would do so.
 */
async function bringBackMissing(ctx: GitContext, worktree: string): Promise<number> {
  const { stdout } = await ctx.execute({ cwd: worktree, args: ['ls-files', '--deleted', '-z'] });
  const missing = stdout.split('\0').filter((path) => path !== '').length;
  if (missing > 0) {
    await ctx.execute({
      cwd: worktree,
      args: ['checkout-index', '-z', '--stdin'],
      input: stdout,
      writes: true,
    });
  }
  return missing;
}

async function add(ctx: GitContext, input: EnsureWorktreeInput): Promise<EnsuredWorktree> {
  const rescued: Rescue[] = [];
  const notes: string[] = [];
  await mkdir(dirname(input.path), { recursive: true });
  for (let mended = 0; ; mended++) {
    const command = {
      cwd: input.repo,
      args: ['worktree', 'add', '--quiet', '--no-guess-remote', input.path, input.branch],
      answers: [0, 128],
      writes: true,
    };
    const [answer, sha] = await Promise.all([ctx.execute(command), branchSha(ctx, input)]);
    if (answer.code === 0) {
      const outcome = notes.length > 0 ? 'recreated' : 'created';
      return { path: input.path, outcome, headSha: sha, branch: input.branch, rescued, notes };
    }
    const elsewhere = answer.stderr.match(/already (?:checked out|used by worktree) at '(.+)'/)?.[1];
    const stale = /is a missing but (?:already registered|locked) worktree/.test(answer.stderr)
      ? await findWorktree(ctx, input)
      : await missingHolder(ctx, input, elsewhere);
    if (stale === null || mended === 2) throw whyNotAdded(input, elsewhere) ?? gitFailure(command, answer);
    const kept = await forgetWorktree(ctx, { ...input, worktree: stale });
    if (kept !== null) rescued.push(kept);
    notes.push(`The folder ${stale.path} had been deleted by hand; the worktree was made again.`);
  }
}

/** Its entry was pruned while the folder was away (an unmounted disk, say): what is in it is kept beside. */
async function moveAsideAndAdd(ctx: GitContext, input: EnsureWorktreeInput): Promise<EnsuredWorktree> {
  const place = locateGitDir(input.repo);
  const pointer = await readFile(join(input.path, '.git'), 'utf8').catch(() => '');
  const wasOurs = pointer.startsWith(`gitdir: ${join(place?.commonDir ?? input.repo, 'worktrees')}${sep}`);
  if (!wasOurs || locateGitDir(input.path) !== null) throw foreign(input.path);
  const aside = `${input.path}.kept-${ctx.clock().toISOString().replace(/[:.]/g, '-')}`;
  await rename(input.path, aside);
  const made = await add(ctx, input);
  const note = `git had forgotten the worktree in ${input.path}; its files were moved to ${aside}.`;
  ctx.log(note);
  return { ...made, outcome: 'recreated', notes: [...made.notes, note] };
}

async function missingHolder(ctx: GitContext, input: EnsureWorktreeInput, elsewhere: string | undefined) {
  if (elsewhere === undefined || (await exists(elsewhere))) return null;
  const all = await listWorktrees(ctx, input);
  return all.find((worktree) => worktree.path === elsewhere && worktree.branch === input.branch) ?? null;
}

function whyNotAdded(input: EnsureWorktreeInput, elsewhere: string | undefined): FactoryError | null {
  if (elsewhere === undefined) return null;
  return new FactoryError(
    'CONFLICT',
    `The branch ${input.branch} is already checked out in ${elsewhere}.`,
    `Switch that checkout to another branch, or remove it: git worktree remove ${elsewhere}.`,
    { data: { path: elsewhere } },
  );
}

export function assertOutsideCheckout(input: { repo: string; path: string }): void {
  const [path, repo] = [canonical(input.path), canonical(input.repo)];
  if (isAbsolute(input.path) && path !== repo && !path.startsWith(repo + sep)) return;
  throw new FactoryError(
    'BAD_INPUT',
    `A worktree cannot be made at ${input.path}: it would lie inside the repository's own checkout.`,
    'Choose a folder for worktrees outside the repository.',
  );
}

export function isOccupied(path: string): boolean {
  try {
    return readdirSync(path).length > 0;
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT') return false;
    throw foreign(path, thrown);
  }
}

async function exists(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => null)) !== null;
}

function foreign(path: string, cause?: unknown): FactoryError {
  return new FactoryError(
    'ALREADY_EXISTS',
    `${path} exists and is not a worktree of this repository, so it was left alone.`,
    'Move it away or delete it, then try again.',
    { cause },
  );
}
