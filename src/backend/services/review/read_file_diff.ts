import { FactoryError } from '@/backend/domain/errors';
import { getPullRequest } from '@/backend/resource_accessors/pull_request.accessor';
import type { Deps } from '../deps';
import { rangeOf } from './read_pull_request';

const FIRST_LOOK = 200 * 1024;
const WHOLE = 4 * 1024 * 1024;

/** The patch of one file, bounded: a page that shows a thousand files reads those that are looked at. */
export async function readFileDiff(
  deps: Pick<Deps, 'store' | 'git'>,
  input: { id: string; path: string; oldPath?: string | null | undefined; whole: boolean },
) {
  const range = await rangeOf(deps, await getPullRequest(deps.store, input.id));
  if (range === null) {
    throw new FactoryError(
      'NOT_FOUND',
      'The commits of this pull request are not in the repository any more.',
      'There is no diff to show.',
    );
  }
  return deps.git.filePatch({
    ...range,
    path: input.path,
    oldPath: input.oldPath ?? null,
    maxBytes: input.whole ? WHOLE : FIRST_LOOK,
  });
}
