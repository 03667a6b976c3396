import { readProcessTable } from '@/backend/clients/process/read_process_table';
import { FactoryError } from '@/backend/domain/errors';
import type { Deps } from '../deps';
import { endLeftCommands } from './end_left_commands';
import { nameHome, nameRun, nameServer } from './name_run';

type Command = { tasks: readonly string[]; ending: AbortController; over: Promise<unknown> };

export type Commands = {
  /** The name that everything which a command starts has in its environment. */
  nameRun(deps: Pick<Deps, 'run' | 'home' | 'newId'>): Promise<string>;
  /** Runs one for some tasks, so that it can be ended. Refused once the server stops. */
  keep<T>(tasks: readonly string[], work: (ending: AbortController) => Promise<T>): Promise<T>;
  /** Ends those that run for a task which was given up, and returns when nothing of them is left. */
  endOf(taskId: string): Promise<void>;
  /** Ends all, and lets none begin any more. */
  stop(): Promise<void>;
};

/** The commands of projects that this process runs. Nobody else ends them, and none is meant to outlive it. */
export function keepCommands(): Commands {
  const underWay = new Set<Command>();
  let stopped = false;
  let server: Promise<string> | null = null;
  let leftEnded: Promise<unknown> | null = null;

  async function end(some: readonly Command[], why: FactoryError): Promise<void> {
    for (const { ending } of some) ending.abort(why);
    await Promise.allSettled(some.map(({ over }) => over));
  }

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
    async keep(tasks, work) {
      if (stopped) throw serverStops();
      const ending = new AbortController();
      const over = work(ending);
      const command = { tasks, ending, over };
      underWay.add(command);
      return over.finally(() => underWay.delete(command));
    },
    endOf: (taskId) =>
      end(
        [...underWay].filter(({ tasks }) => tasks.includes(taskId)),
        givenUp(),
      ),
    stop() {
      stopped = true;
      return end([...underWay], serverStops());
    },
  };
}

/** No test that is red and no set-up that failed: like whatever is overtaken by a change, it is looked at anew. */
export function givenUp(): FactoryError {
  return new FactoryError(
    'STALE',
    'The command was ended, because the task that it ran for was given up.',
    'There is nothing more to do for this task.',
  );
}

function serverStops(): FactoryError {
  return new FactoryError(
    'STALE',
    'The command was ended, because the server stops.',
    'Ask again when the server is back.',
  );
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
