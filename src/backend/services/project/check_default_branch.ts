import { FactoryError } from '@/backend/domain/errors';
import type { Deps } from '../deps';

/** Refuses a default branch that the repository does not have: epics could not start from it. */
export async function checkDefaultBranch(
  deps: Pick<Deps, 'git'>,
  input: { repo: string; branch: string },
): Promise<void> {
  if (await deps.git.branchExists(input)) return;
  throw new FactoryError(
    'BAD_INPUT',
    `The repository has no branch “${input.branch}”.`,
    'Name a branch that exists there; epics start from it and final pull requests go to it.',
    { data: { field: 'defaultBranch' } },
  );
}
