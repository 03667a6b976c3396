import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { FactoryError } from '@/backend/domain/errors';
import type { Deps } from '../deps';
import { SAMPLE_FILES } from './sample_files';

/** A repository with one commit in a folder that does not exist yet. */
export async function makeSampleRepository(deps: Pick<Deps, 'run'>, input: { dir: string }): Promise<void> {
  for (const [file, content] of Object.entries(SAMPLE_FILES)) {
    await mkdir(path.dirname(path.join(input.dir, file)), { recursive: true });
    await writeFile(path.join(input.dir, file), content);
  }
  await git(deps, input.dir, 'init', '--quiet', '--initial-branch=main');
  await git(deps, input.dir, 'add', '--all');
  const who = ['-c', 'user.name=Factory Factory', '-c', 'user.email=factory@localhost'];
  const plain = ['-c', 'commit.gpgSign=false', '-c', 'core.hooksPath=/dev/null'];
  await git(
    deps,
    input.dir,
    ...who,
    ...plain,
    'commit',
    '--quiet',
    '-m',
    'A small program that adds up what you spent',
  );
}

async function git(deps: Pick<Deps, 'run'>, cwd: string, ...args: string[]): Promise<void> {
  const result = await deps.run('git', args, { cwd });
  if (result.code === 0) return;
  throw new FactoryError(
    'UNAVAILABLE',
    `The sample repository could not be made: git ${args.at(-1)} said “${result.stderr.trim()}”.`,
    `Look at ${cwd}, then try again.`,
  );
}
