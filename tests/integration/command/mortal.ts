// A server that runs one command of a project, and does not live to see its end.
import path from 'node:path';
import { z } from 'zod';
import { newId } from '@/backend/clients/home/new_id';
import { layOutHome } from '@/backend/clients/home/read_config';
import { run } from '@/backend/clients/process/run';
import { openStore } from '@/backend/resource_accessors/store/open_store';
import { keepCommands } from '@/backend/services/command/keep_commands';
import { runProjectCommand } from '@/backend/services/command/run_project_command';

const [home, database, command] = z.tuple([z.string(), z.string(), z.string()]).parse(process.argv.slice(2));
const clock = () => new Date();
const store = await openStore({ file: database, clock });
await runProjectCommand(
  { store, run, home: layOutHome(home), newId, clock, commands: keepCommands() },
  { command, cwd: path.resolve(home), name: 'mortal', timeoutMs: 120_000, projectId: 'none', tasks: [] },
);
