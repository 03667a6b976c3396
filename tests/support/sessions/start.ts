import { createServer } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { createProviders } from '@/backend/agents/providers';
import { createGithubClient } from '@/backend/clients/github/create_github_client';
import { newId } from '@/backend/clients/home/new_id';
import { openHome } from '@/backend/clients/home/open_home';
import { layOutHome } from '@/backend/clients/home/read_config';
import type { Run } from '@/backend/clients/process/run';
import { nameAgent } from '@/backend/domain/naming';
import { type Agent, ensureAgent } from '@/backend/resource_accessors/agent.accessor';
import { findOpenSession, type Session } from '@/backend/resource_accessors/session.accessor';
import type { Task } from '@/backend/resource_accessors/task.accessor';
import { hooksMount } from '@/backend/routers/hooks/hooks_mount';
import { mcpMount } from '@/backend/routers/mcp/mcp_mount';
import { toolCatalog } from '@/backend/routers/mcp/tool_catalog';
import { keepCommands } from '@/backend/services/command/keep_commands';
import type { Deps } from '@/backend/services/deps';
import { bindSessionPorts } from '@/backend/services/session/bind_ports';
import { PermissionMode, type ProviderName, type Role } from '@/shared/agent';
import { Scenario } from '@/shared/scenario';
import { TaskOptions } from '@/shared/task';
import { type GitWorld, makeGitWorld } from '../git';
import { listen } from '../listen';
import { bundlePractice } from '../practice/bundle';
import { addTestProject, addTestTask, openTestStore, type TestStore } from '../store';
import { createTestTmux, type TestTmux } from '../tmux';
import { waitFor } from '../wait_for';

export type SessionWorld = {
  deps: Deps;
  ports: ReturnType<typeof bindSessionPorts>;
  git: GitWorld;
  tmux: TestTmux;
  repo: string;
  /** A subtask-less task with an agent on it, its worktree prepared unless told. */
  addAgent(input?: {
    role?: Role;
    provider?: ProviderName;
    scenario?: unknown;
    prepare?: boolean;
  }): Promise<{ agent: Agent; task: Task }>;
  start(agentId: string): Promise<Session>;
  whenReady(agentId: string): Promise<Session>;
  /** Hooks and tools stop answering, as if the server had been killed; `back` answers again at the same address. */
  cutOff(): Promise<{ back(): Promise<void> }>;
  cleanup(): Promise<void>;
};

export type WorldOptions = {
  /** Where agents' programs are built; a folder with the practice program alone unless told. */
  rootDir?: string;
  /** What agents find in their environment beside PATH and HOME. */
  env?: Record<string, string>;
  /** How git and tmux are started; by this process itself unless told. */
  run?: Run;
};

/** Real tmux, git, database, hooks and tools, with practice agents; only the reconciler is left out. */
export async function startSessionWorld(options: WorldOptions = {}): Promise<SessionWorld> {
  const git = await makeGitWorld({ run: options.run });
  const env = {
    NODE_ENV: 'test' as const,
    PATH: process.env.PATH ?? '',
    TMPDIR: os.tmpdir(),
    HOME: git.env.HOME ?? git.dir,
    LANG: 'C.UTF-8',
    SHELL: '/bin/sh',
    ...options.env,
  };
  const tmux = await createTestTmux({ env, run: options.run });
  const db: TestStore = await openTestStore();
  const home = layOutHome(path.join(tmux.dir, 'home'));
  openHome(home);
  if (options.rootDir === undefined) await bundlePractice(tmux.dir);
  const repo = await git.makeRepo();
  const handlers: ReturnType<typeof hooksMount>[] = [];
  const serve = () =>
    createServer((req, res) => {
      const url = new URL(req.url ?? '/', 'http://localhost');
      const mount = handlers.find((candidate) => url.pathname.startsWith(candidate.prefix));
      if (!mount) return void res.writeHead(404).end();
      Promise.resolve(mount.handle(req, res, url)).catch((error: unknown) => {
        console.error(error);
        if (!res.headersSent) res.writeHead(500).end();
      });
    });
  let { url, stop } = await listen(serve());
  const port = Number(new URL(url).port);
  const clock = () => new Date();
  const deps: Deps = {
    store: db.store,
    git: git.client,
    tmux: tmux.tmux,
    github: createGithubClient({ run: git.run, clock, env }),
    providers: createProviders({
      run: git.run,
      rootDir: options.rootDir ?? tmux.dir,
      env,
      clock,
    }),
    toolCatalog,
    notify: async () => {},
    notifiers: { desktop: async () => {}, webhook: async () => {} },
    serverUrl: url,
    rootDir: process.cwd(),
    home,
    run: git.run,
    commands: keepCommands(),
    clock,
    newId,
    log: pino({ level: 'silent' }),
  };
  handlers.push(hooksMount(deps), mcpMount(deps));
  const ports = bindSessionPorts(deps);
  const project = await db.store.write((tx) => addTestProject(tx, repo));

  return {
    deps,
    ports,
    git,
    tmux,
    repo,
    async addAgent(input = {}) {
      const id = newId();
      const scenario = Scenario.parse(input.scenario ?? { mode: 'listen' });
      const made = await db.store.write(async (tx) => {
        const task = await addTestTask(tx, {
          projectId: project.id,
          worktreePath: path.join(home.worktrees, id),
          options: TaskOptions.parse({ provider: { scenario: JSON.stringify(scenario) } }),
        });
        const role = input.role ?? 'WORKER';
        const { agent } = await ensureAgent(tx, {
          id,
          role,
          projectId: project.id,
          taskId: task.id,
          provider: input.provider ?? 'practice',
          model: null,
          permissionMode: PermissionMode.parse('auto'),
          tmuxName: nameAgent({ id, role }),
          providerSessionId: crypto.randomUUID(),
        });
        return { agent, task };
      });
      if (input.prepare !== false) await ports.prepareWorktree({ taskId: made.task.id });
      return made;
    },
    async start(agentId) {
      await ports.startSession({ agentId });
      const session = await findOpenSession(db.store, agentId);
      if (!session) throw new Error('no session was opened');
      return session;
    },
    whenReady: (agentId) =>
      waitFor(
        `${agentId} to be ready`,
        async () => {
          const session = await findOpenSession(db.store, agentId);
          return session?.readyAt ? session : null;
        },
        {
          instead: async () => {
            const session = await findOpenSession(db.store, agentId);
            return session ? tmux.tmux.capture({ name: session.tmuxName, historyLines: 50 }) : 'no session';
          },
        },
      ),
    async cutOff() {
      await stop();
      return {
        async back() {
          ({ url, stop } = await listen(serve(), port));
        },
      };
    },
    async cleanup() {
      await stop();
      await tmux.cleanup();
      await db.close();
      await git.cleanup();
    },
  };
}
