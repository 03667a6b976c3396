import { createRef } from '@/backend/clients/git/branch/update_ref';
import type { GitContext } from '@/backend/clients/git/core/context';
import { isRefName } from '@/backend/clients/git/core/revision';
import { FactoryError } from '@/backend/domain/errors';
import { rescueRef } from '@/backend/domain/naming';

export type Rescue = {
  ref: string;
  sha: string;
  /** Files that were changed but not committed, or commits that no other branch has. */
  reason: 'uncommitted' | 'unmerged';
  fileCount: number;
  /** The first of those files. */
  files: string[];
};

const TRIES = 20;

/** Puts a commit under a rescue ref of its own, named by task and time. */
export async function saveRescue(
  ctx: GitContext,
  input: { repo: string; taskId: string; sha: string },
): Promise<string> {
  const at = ctx.clock();
  for (let n = 0; ; n++) {
    // Two rescues in one millisecond, or a clock that stands still, must not share a name.
    const ref = rescueRef({ taskId: input.taskId, at: new Date(at.getTime() + n) });
    try {
      await createRef(ctx, { repo: input.repo, ref, to: input.sha, reason: `rescue of ${input.taskId}` });
      ctx.log(`Work of task ${input.taskId} was saved under ${ref}.`, { ref, sha: input.sha });
      return ref;
    } catch (thrown) {
      const taken = thrown instanceof FactoryError && thrown.code === 'ALREADY_EXISTS';
      if (!taken || n === TRIES) throw thrown;
    }
  }
}

export function assertTaskId(taskId: string): void {
  if (isRefName(taskId) && !taskId.includes('/')) return;
  throw new FactoryError(
    'BAD_INPUT',
    `"${taskId}" cannot be part of a rescue ref's name.`,
    'Give the id of a task.',
  );
}
