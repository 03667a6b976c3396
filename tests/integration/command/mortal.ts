// A server that runs one command of a project, and does not live to see its end.
import path from 'node:path';
import { z } from 'zod';
import { newId } from '@/backend/clients/home/new_id';
import { layOutHome } from '@/backend/clients/home/read_config';
import { run } from '@/backend/clients/process/run';
import { keepCommands } from '@/backend/services/command/keep_commands';
import { runProjectCommand } from '@/backend/services/command/run_project_command';

const [home, command] = z.tuple([z.string(), z.string()]).parse(process.argv.slice(2));
const deps = { run, home: layOutHome(home), newId, clock: () => new Date(), commands: keepCommands() };
const result = await runProjectCommand(deps, {
  command,
  cwd: path.resolve(home),
  name: 'mortal',
  timeoutMs: 120_000,
});
process.stdout.write(JSON.stringify(result));
