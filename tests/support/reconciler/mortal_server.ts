import path from 'node:path';
import pino from 'pino';
import { z } from 'zod';
import { createProviders } from '@/backend/agents/providers';
import { createGitClient } from '@/backend/clients/git/create_git_client';
import { createGithubClient } from '@/backend/clients/github/create_github_client';
import { newId } from '@/backend/clients/home/new_id';
import { layOutHome } from '@/backend/clients/home/read_config';
import { run } from '@/backend/clients/process/run';
import { createTmuxClient } from '@/backend/clients/tmux/create_tmux_client';
import { openStore } from '@/backend/resource_accessors/store/open_store';
import { toolCatalog } from '@/backend/routers/mcp/tool_catalog';
import { keepCommands } from '@/backend/services/command/keep_commands';
import type { Deps } from '@/backend/services/deps';
import { bindWorldPorts } from '@/backend/services/reconciler/bind_world';
import { nameHolder } from '@/backend/services/reconciler/holder';
import { startReconciler } from '@/backend/services/reconciler/start_reconciler';
import { bindSessionPorts } from '@/backend/services/session/bind_ports';

/** A process that runs the reconciler alone and kills itself, as the kernel would, at the n-th boundary it comes to. */
const input = z
  .object({
    database: z.string(),
    homeDir: z.string(),
    practiceDir: z.string(),
    tmuxSocket: z.string(),
    tmuxConfig: z.string(),
    serverUrl: z.string(),
    diesAt: z.number(),
  })
  .parse(JSON.parse(process.argv[2] ?? '{}'));

let boundaries = 0;
function boundary(): void {
  if (++boundaries === input.diesAt) process.kill(process.pid, 'SIGKILL');
}

/** Every verb of a client, with a boundary before and after it. */
function mortal<T extends object>(client: T): T {
  return new Proxy(client, {
    get(target, name) {
      const verb = Reflect.get(target, name);
      if (typeof verb !== 'function') return verb;
      return (...args: unknown[]) => {
        boundary();
        const answer: unknown = Reflect.apply(verb, target, args);
        return answer instanceof Promise ? answer.finally(boundary) : answer;
      };
    },
  });
}

const clock = (): Date => new Date();
const store = await openStore({ file: input.database, clock });
const deps: Deps = {
  store: {
    ...store,
    async write(work, options) {
      boundary();
      const result = await store.write(work, options);
      boundary();
      return result;
    },
  },
  git: mortal(createGitClient({ run, clock, log: () => undefined })),
  tmux: mortal(createTmuxClient({ run, socketPath: input.tmuxSocket, configPath: input.tmuxConfig })),
  providers: createProviders({
    run,
    rootDir: input.practiceDir,
    env: { PATH: process.env.PATH, HOME: process.env.HOME },
    clock,
  }),
  toolCatalog,
  github: createGithubClient({ run, clock, env: {} }),
  notify: async () => undefined,
  notifiers: { desktop: async () => undefined, webhook: async () => undefined },
  serverUrl: input.serverUrl,
  rootDir: path.resolve('.'),
  home: layOutHome(input.homeDir),
  run,
  commands: keepCommands(),
  clock,
  newId,
  log: pino({ level: 'silent' }),
};
await startReconciler(deps, {
  serverUrl: input.serverUrl,
  holder: nameHolder(),
  watchPanesMs: 200,
  sweepMs: 700,
  bindPorts: (given) => ({
    ...bindWorldPorts(given),
    ...bindSessionPorts(given),
    advanceMergeQueue: async () => ({ kind: 'done' }),
    notify: given.notify,
  }),
});
process.stdout.write('started\n');
process.stdin.resume();
process.stdin.on('end', () => process.exit(0));
