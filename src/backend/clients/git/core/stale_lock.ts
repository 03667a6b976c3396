import { link, rename, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { GitContext } from '@/backend/clients/git/core/context';
import { isGitRunningIn } from '@/backend/clients/git/core/live_process';
import { FactoryError } from '@/backend/domain/errors';

const STALE_AFTER_MS = 10_000;
const LOOKS = 5;

/**
 * A git killed in the middle leaves `index.lock`, and every later command in that worktree fails. It is taken
 * away only when it is old and no git process works there; a young or held one is BUSY.
 */
export async function clearStaleIndexLock(
  ctx: GitContext,
  input: { worktree: string; gitDir: string; staleAfterMs?: number },
): Promise<string | null> {
  const lock = join(input.gitDir, 'index.lock');
  for (let look = 0; look < LOOKS; look++) {
    const seen = await stat(lock).catch(() => null);
    if (seen === null) return null;
    // One from the future was left before the clock was set back.
    const ageMs = Math.abs(ctx.clock().getTime() - seen.mtimeMs);
    if (ageMs >= (input.staleAfterMs ?? STALE_AFTER_MS)) {
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
