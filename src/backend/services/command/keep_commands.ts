import { readProcessTable } from '@/backend/clients/process/read_process_table';
import { FactoryError } from '@/backend/domain/errors';
import type { Deps } from '../deps';
import { endLeftCommands } from './end_left_commands';
import { nameHome, nameRun, nameServer } from './name_run';

export type Commands = {
  /** The name that everything which a command starts has in its environment. */
  nameRun(deps: Pick<Deps, 'run' | 'home' | 'newId'>): Promise<string>;
};

/** The commands of projects that this process runs. Nobody else ends them, and none is meant to outlive it. */
export function keepCommands(): Commands {
  let server: Promise<string> | null = null;
  let leftEnded: Promise<unknown> | null = null;

  return {
    async nameRun(deps) {
      // A person who merges, or an agent that submits, may come before this server is in charge.
      leftEnded ??= endLeftCommands(deps).catch(() => undefined);
      await leftEnded;
      server ??= nameSelf(deps).catch((thrown: unknown) => {
        server = null;
        throw thrown;
      });
      return nameRun({ home: nameHome(deps.home.dir), server: await server, id: deps.newId() });
    },
  };
}

async function nameSelf(deps: Pick<Deps, 'run'>): Promise<string> {
  const self = (await readProcessTable(deps)).find(({ pid }) => pid === process.pid);
  if (self !== undefined) return nameServer(self);
  throw new FactoryError(
    'UNAVAILABLE',
    'The list of processes does not tell of this server.',
    'Make sure that it may read /proc, or that ps works, then try again.',
  );
}
