import { FactoryError } from '@/backend/domain/errors';
import { getPullRequest } from '@/backend/resource_accessors/pull_request.accessor';
import { markViewed } from '@/backend/resource_accessors/review.accessor';
import type { Deps } from '../deps';
import { blobOf, rangeOf } from './read_pull_request';

/** Bound to the file as it is now: when it changes, it has not been looked at. */
export async function markFileViewed(
  deps: Pick<Deps, 'store' | 'git'>,
  input: { id: string; path: string; viewed: boolean },
): Promise<void> {
  const range = await rangeOf(deps, await getPullRequest(deps.store, input.id));
  const { files } = range === null ? { files: [] } : await deps.git.diffFiles(range);
  const file = files.find(({ path }) => path === input.path);
  if (file === undefined) {
    throw new FactoryError('NOT_FOUND', `${input.path} is not changed here.`, 'Reload the pull request.');
  }
  const blobSha = input.viewed ? blobOf(file) : null;
  await deps.store.write((tx) => markViewed(tx, { pullRequestId: input.id, path: input.path, blobSha }));
}
