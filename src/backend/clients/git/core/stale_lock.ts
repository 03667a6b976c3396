import { link, readdir, rename, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { GitContext } from '@/backend/clients/git/core/context';
import { isGitRunningIn } from '@/backend/clients/git/core/live_process';
import { FactoryError } from '@/backend/domain/errors';

const STALE_AFTER_MS = 10_000;
const LOOKS = 5;
/** Copies of the index that are ours: each is used once, so nobody waits for its lock. */
const OWN_FILES = 'factoryfactory-';

const STALE_REF_AFTER_MS = 60_000;

type Input = {
  worktree: string;
  gitDir: string;
  /** A branch of ours whose own lock, which all worktrees share, may have been left too. */
  branch?: { commonDir: string; name: string };
  staleAfterMs?: number;
};

/**
 * A git killed in the middle leaves the locks that it held (`index.lock`, `HEAD.lock`, …), and later commands in that
 * worktree fail on them for ever. One is taken away only when it is old and no git process works there; a young or held
 * one is BUSY.
 */
export async function clearStaleLocks(ctx: GitContext, input: Input): Promise<string | null> {
  const names = await readdir(input.gitDir).catch(() => []);
  const { branch, worktree, staleAfterMs = STALE_AFTER_MS } = input;
  const locks = names
    .filter((name) => name.endsWith('.lock') && !name.startsWith(OWN_FILES))
    .map((name) => ({ worktree, staleAfterMs, lock: join(input.gitDir, name) }));
  if (branch !== undefined) {
    // Git may hold it from anywhere in the repository, so it has to be older.
    const lock = join(branch.commonDir, 'refs', 'heads', `${branch.name}.lock`);
    locks.push({ worktree, staleAfterMs: STALE_REF_AFTER_MS, lock });
  }
  const notes: string[] = [];
  for (const one of locks) {
    const note = await clear(ctx, one);
    if (note !== null) notes.push(note);
  }
  return notes.length === 0 ? null : notes.join(' ');
}

async function clear(
  ctx: GitContext,
  input: { worktree: string; lock: string; staleAfterMs: number },
): Promise<string | null> {
  const { lock } = input;
  for (let look = 0; look < LOOKS; look++) {
    const seen = await stat(lock).catch(() => null);
    if (seen === null) return null;
    // One from the future was left before the clock was set back.
    const ageMs = Math.abs(ctx.clock().getTime() - seen.mtimeMs);
    if (ageMs >= input.staleAfterMs) {
      if (await isGitRunningIn(ctx, input.worktree)) break;
      if (await takeAway(lock, seen.ino)) {
        const note = `Removed ${lock}, left behind ${Math.round(ageMs / 1000)} s ago by a git process that is gone.`;
        ctx.log(note);
        return note;
      }
    }
    await sleep(60 * (0.5 + Math.random()));
  }
  throw new FactoryError(
    'BUSY',
    `A git command is at work in ${input.worktree} (${lock} exists).`,
    'Wait for it to end and try again.',
  );
}

/** Renamed before it is deleted, so that a lock taken by someone in between is seen and put back. */
async function takeAway(lock: string, ino: number): Promise<boolean> {
  const aside = `${lock}.stale-${process.pid}`;
  const moved = await rename(lock, aside).then(
    () => true,
    () => false,
  );
  if (!moved) return false;
  const same = (await stat(aside).catch(() => null))?.ino === ino;
  if (!same) await link(aside, lock).catch(() => {});
  await unlink(aside).catch(() => {});
  return same;
}
