import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createStarter } from '@/backend/clients/process/starter/create_starter';
import { bundleStarter } from '../support/practice/bundle';
import { type SessionWorld, startSessionWorld } from '../support/sessions/start';
import { waitFor } from '../support/wait_for';

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
