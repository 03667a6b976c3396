import { readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { readConfig } from '@/backend/clients/home/read_config';
import { compose } from '@/backend/compose';
import { listTasks } from '@/backend/resource_accessors/read/read_tasks';
import type { Task } from '@/backend/resource_accessors/task.accessor';
import { addProject } from '@/backend/services/project/add_project';
import { createEpic } from '@/backend/services/task/create_epic';
import { type StartOptions, startServer, type TestServer } from '../server';
import { waitFor } from '../wait_for';
import { describeRows } from './describe_rows';

export type PracticeFactory = {
  server: TestServer;
  /** The same rows as the server's, as the command line has them. */
  deps: Awaited<ReturnType<typeof compose>>['deps'];
  env: Record<string, string>;
  addEpic(input: {
    repo: string;
    title: string;
    scenario: unknown;
    quick?: boolean;
    maxWorkers?: number;
  }): Promise<Task>;
  whenEpic(id: string, states: readonly Task['state'][], timeoutMs?: number): Promise<Task>;
  stop(): Promise<void>;
};

/** The built server with a home of its own; `stop` leaves no process and no folder. */
export async function startFactory(
  options: StartOptions = { args: ['--role', 'daemon'] },
): Promise<PracticeFactory> {
  const server = await startServer(options);
  const env = {
    PATH: process.env.PATH ?? '',
    TMPDIR: os.tmpdir(),
    HOME: server.home,
    FACTORY_HOME: path.join(server.home, 'factory'),
    PORT: String(server.port),
    BROWSER: 'none',
    NODE_ENV: 'test' as const,
  };
  const system = await compose(readConfig({ env, argv: [] }));
  const { deps } = system;
  const practice = { provider: 'practice' as const };
  const projects = new Map<string, string>();
  return {
    server,
    deps,
    env,
    async addEpic({ repo, title, scenario, quick = false, maxWorkers = 4 }) {
      const projectId =
        projects.get(repo) ??
        (
          await addProject(deps, {
            path: repo,
            testCommand: 'test -f README.md',
            settings: { supervisor: practice, worker: practice, limits: { maxWorkers } },
          })
        ).id;
      projects.set(repo, projectId);
      const options = { provider: { scenario: JSON.stringify(scenario) } };
      return createEpic(deps, { projectId, parentId: null, title, quick, options });
    },
    whenEpic: (id, states, timeoutMs = 110_000) =>
      waitFor(
        `the epic to be ${states.join(' or ')}`,
        async () => (await everything(deps)).find((task) => task.id === id && states.includes(task.state)),
        {
          timeoutMs,
          instead: async () =>
            [await describeAll(deps), describeRows(env.FACTORY_HOME), await readLog(env.FACTORY_HOME)].join(
              '\n',
            ),
        },
      ),
    async stop() {
      await system.close();
      await server.stop();
    },
  };
}

function everything(deps: PracticeFactory['deps']): Promise<Task[]> {
  return listTasks(deps.store, { limit: 1000 });
}

async function readLog(home: string): Promise<string> {
  return (await readFile(path.join(home, 'logs', 'server.log'), 'utf8')).slice(-3000);
}

async function describeAll(deps: PracticeFactory['deps']): Promise<string> {
  const tasks = (await everything(deps)).map(
    (task) => `${task.title}: ${task.state} ${task.stateReason ?? ''}`,
  );
  const screens = await Promise.all(
    (await deps.tmux.listSessions()).map(
      async ({ name }) => `--- ${name}\n${await deps.tmux.capture({ name, historyLines: 60 })}`,
    ),
  );
  return [...tasks, ...screens].join('\n');
}
