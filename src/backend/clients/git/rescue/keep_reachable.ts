import type { GitContext } from '@/backend/clients/git/core/context';
import { assertRevision } from '@/backend/clients/git/core/revision';
import { REPLACED } from '@/backend/clients/git/rescue/keep_replaced';
import { assertTaskId, type Rescue, saveRescue } from '@/backend/clients/git/rescue/rescue';

/** Refs that people and remotes hold on to. Copies of ours that a fetch may overwrite are not among them. */
const LASTING = ['refs/heads', 'refs/remotes', 'refs/tags', 'refs/factoryfactory/rescue', REPLACED] as const;

export type KeepInput = {
  repo: string;
  taskId: string;
  sha: string;
  /** A ref that is about to go, or that does not count. */
  without?: string | null;
  /** Refs, or folders of refs, that count as safe places; all lasting ones unless told. */
  protect?: readonly string[];
};

/** Saves a commit under a rescue ref unless some other ref already holds it. */
export async function keepReachable(ctx: GitContext, input: KeepInput): Promise<Rescue | null> {
  assertTaskId(input.taskId);
  const protect = input.protect ?? LASTING;
  for (const ref of protect) assertRevision(ref);
  if (protect.length > 0) {
    const { stdout } = await ctx.execute({
      cwd: input.repo,
      args: ['for-each-ref', `--contains=${input.sha}`, '--format=%(refname)', ...protect],
    });
    const holders = stdout.split('\n').filter((ref) => ref !== '' && ref !== input.without);
    if (holders.length > 0) return null;
  }
  const ref = await saveRescue(ctx, input);
  return { ref, sha: input.sha, reason: 'unmerged', fileCount: 0, files: [] };
}
