// A server that dies at one step of a landing: killed, with no chance to tidy up.

import { pino } from 'pino';
import { z } from 'zod';
import { createGitClient } from '@/backend/clients/git/create_git_client';
import { newId } from '@/backend/clients/home/new_id';
import { layOutHome } from '@/backend/clients/home/read_config';
import { run } from '@/backend/clients/process/run';
import { openStore } from '@/backend/resource_accessors/store/open_store';
import { keepCommands } from '@/backend/services/command/keep_commands';
import { advanceMergeQueue } from '@/backend/services/merge/advance_merge_queue';

const [file, homeDir, epicId, dieAt] = z
  .tuple([z.string(), z.string(), z.string(), z.string()])
  .parse(process.argv.slice(2));
const clock = () => new Date();
const store = await openStore({ file, clock });
const git = createGitClient({ run, clock });
const die = () => process.kill(process.pid, 'SIGKILL');

await advanceMergeQueue(
  {
    store,
    run,
    commands: keepCommands(),
    clock,
    newId,
    home: layOutHome(homeDir),
    log: pino({ level: 'silent' }),
    checkpoint: (step) => {
      if (step === dieAt) die();
    },
    git: {
      ...git,
      landRef: async (input) => {
        if (dieAt !== 'between branch and checkout') return git.landRef(input);
        await git.updateRef({ ...input, ref: `refs/heads/${input.branch}` });
        die();
        return { advanced: [] };
      },
    },
  },
  { epicId },
);
await store.close();
