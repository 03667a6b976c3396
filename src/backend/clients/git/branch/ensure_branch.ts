import { branchSha, requireCommit, resolveRef } from '@/backend/clients/git/branch/resolve_ref';
import { createRef } from '@/backend/clients/git/branch/update_ref';
import type { GitContext } from '@/backend/clients/git/core/context';
import { FactoryError } from '@/backend/domain/errors';

/** Makes the branch at `from` if it is missing. One that exists is kept where it is: it may hold work. */
export async function ensureBranch(
  ctx: GitContext,
  input: { repo: string; branch: string; from: string },
): Promise<{ sha: string; created: boolean }> {
  const start = { repo: input.repo, ref: input.from };
  const [existing, known] = await Promise.all([branchSha(ctx, input), resolveRef(ctx, start)]);
  if (existing !== null) return { sha: existing, created: false };
  const from = known ?? (await requireCommit(ctx, start));
  const ref = `refs/heads/${input.branch}`;
  try {
    await createRef(ctx, { repo: input.repo, ref, to: from, reason: `branch from ${input.from}` });
    return { sha: from, created: true };
  } catch (thrown) {
    const raced = thrown instanceof FactoryError && thrown.code === 'ALREADY_EXISTS';
    const sha = raced ? await branchSha(ctx, input) : null;
    if (sha === null) throw thrown;
    return { sha, created: false };
  }
}
