import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createStarter } from '@/backend/clients/process/starter/create_starter';
import { commitFiles } from '../support/git';
import { bundleStarter } from '../support/practice/bundle';
import { type SessionWorld, startSessionWorld } from '../support/sessions/start';
import { waitFor } from '../support/wait_for';

/** What a start costs is measured in each: checking the files out is part of it, for us as for the bare commands. */
export const SIZES = [
  { files: 1, name: 'a repository of one file' },
  { files: 300, name: 'a repository of 300 files' },
  { files: 3000, name: 'a repository of 3,000 files' },
] as const;

/** Fills the repository up to so many small files. */
export async function addFiles(world: SessionWorld, files: number): Promise<void> {
  const contents = Array.from({ length: files }, (_, n) => [
    `src/part-${n % 20}/file-${n}.ts`,
    `${n}\n`.repeat(50),
  ]);
  if (files > 1) await commitFiles(world.git, { repo: world.repo, files: Object.fromEntries(contents) });
}

/** As the server has it: git and tmux are started by the small program beside it, ours and those of the floor alike. */
export async function startBenchWorld(): Promise<SessionWorld> {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'ff-bench-'));
  const starter = createStarter({ program: await bundleStarter(dir) });
  starter.start();
  await waitFor('the starter', async () => {
    const { stdout } = await starter.run('sh', ['-c', 'echo $PPID']);
    return Number(stdout) !== process.pid;
  });
  const world = await startSessionWorld({ run: starter.run });
  return {
    ...world,
    async cleanup() {
      await world.cleanup();
      starter.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
