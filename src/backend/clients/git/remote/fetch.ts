import { resolveRef } from '@/backend/clients/git/branch/resolve_ref';
import type { GitContext } from '@/backend/clients/git/core/context';
import { assertBranch } from '@/backend/clients/git/core/revision';
import { remoteFailure } from '@/backend/clients/git/remote/remote_failure';
import { requireRemote } from '@/backend/clients/git/remote/require_remote';

const TIMEOUT_MS = 180_000;

/** Where `fetch` keeps what it got. */
export function fetchedRef(input: { remote: string; branch: string }): string {
  return `refs/factoryfactory/remotes/${input.remote}/${input.branch}`;
}

/**
 * What the remote has on a branch, kept under a ref of ours; null when it has no such branch. The user's
 * remote-tracking branches, tags and FETCH_HEAD stay as they are.
 */
export async function fetch(
  ctx: GitContext,
  input: { repo: string; remote: string; branch: string; timeoutMs?: number },
): Promise<{ ref: string; sha: string | null }> {
  assertBranch(input.branch);
  await requireRemote(ctx, input);
  const ref = fetchedRef(input);
  const command = {
    cwd: input.repo,
    args: [
      'fetch',
      '--quiet',
      '--no-tags',
      '--no-write-fetch-head',
      '--no-recurse-submodules',
      '--no-auto-maintenance',
      // Otherwise git also moves the user's remote-tracking branch.
      '--refmap=',
      input.remote,
      `+refs/heads/${input.branch}:${ref}`,
    ],
    answers: [0, 1, 128],
    timeoutMs: input.timeoutMs ?? TIMEOUT_MS,
    writes: true,
    network: true,
  };
  const answer = await ctx.execute(command);
  if (/couldn't find remote ref/.test(answer.stderr)) return { ref, sha: null };
  if (answer.code !== 0) throw remoteFailure({ remote: input.remote, command }, answer);
  return { ref, sha: await resolveRef(ctx, { repo: input.repo, ref }) };
}
