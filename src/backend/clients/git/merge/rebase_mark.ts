import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { FactoryError, messageOf } from '@/backend/domain/errors';

const NAME = 'factoryfactory-rebase';

const Mark = z.object({
  branch: z.string().nullable(),
  onto: z.string().nullable(),
  /** What lay in the folder before and is not the rebase's own. */
  untracked: z.array(z.string()),
});
export type RebaseMark = z.infer<typeof Mark>;

/**
 * Git forgets a rebase that it could not begin properly, and what it had changed by then looks like somebody's work. So
 * ours is written down from before it begins until its end has been seen.
 */
export async function writeRebaseMark(gitDir: string, mark: RebaseMark): Promise<void> {
  const file = join(gitDir, NAME);
  try {
    await writeFile(`${file}.new`, JSON.stringify(mark));
    await rename(`${file}.new`, file);
  } catch (thrown) {
    await rm(`${file}.new`, { force: true }).catch(() => undefined);
    throw new FactoryError(
      'UNAVAILABLE',
      `The rebase was not begun, because nothing can be written to ${gitDir} (${messageOf(thrown)}).`,
      'Free some disk space and try again; nothing was changed.',
      { cause: thrown },
    );
  }
}

export async function readRebaseMark(gitDir: string): Promise<RebaseMark | null> {
  const text = await readFile(join(gitDir, NAME), 'utf8').catch(() => null);
  return text === null ? null : parse(text);
}

export async function removeRebaseMark(gitDir: string): Promise<void> {
  await rm(join(gitDir, NAME), { force: true });
}

/** A power cut may have left it empty: then it still says that there was a rebase, and git's own notes have to do. */
function parse(text: string): RebaseMark {
  try {
    return Mark.parse(JSON.parse(text));
  } catch {
    return { branch: null, onto: null, untracked: [] };
  }
}
