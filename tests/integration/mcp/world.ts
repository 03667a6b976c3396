import { createServer } from 'node:http';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';
import pino from 'pino';
import { issueToken } from '@/backend/agents/token/issue_token';
import { newId } from '@/backend/clients/home/new_id';
import { openHome } from '@/backend/clients/home/open_home';
import { layOutHome } from '@/backend/clients/home/read_config';
import { nameAgent } from '@/backend/domain/naming';
import { type Agent, ensureAgent, updateAgent } from '@/backend/resource_accessors/agent.accessor';
import { getTask, type Task, transitionTask } from '@/backend/resource_accessors/task.accessor';
import { mcpMount } from '@/backend/routers/mcp/mcp_mount';
import { createListener } from '@/backend/routers/web/create_listener';
import { keepCommands } from '@/backend/services/command/keep_commands';
import type { Fact } from '@/backend/services/reconciler/ports';
import { createEpic } from '@/backend/services/task/create_epic';
import { addSubtask } from '@/backend/services/task/create_subtask';
import type { CreateSubtask, CreateTask, TaskState } from '@/shared/task';
import { commitFiles, type GitWorld, makeGitWorld } from '../../support/git';
import { listen } from '../../support/listen';
import { addTestProject, openTestStore } from '../../support/store';

export type Actor = { agent: Agent; token: string };
export type Answer = { ok: boolean; text: string };
export type McpWorld = Awaited<ReturnType<typeof openMcpWorld>>;

/** Our server's own door with the tools behind it, on a real database and a real repository. */
export async function openMcpWorld() {
  const git: GitWorld = await makeGitWorld();
  const repo = await git.makeRepo({ files: { 'README.md': '# Sample\n', 'src/a.txt': 'one\ntwo\nthree\n' } });
  const db = await openTestStore();
  const { store } = db;
  const home = openHome(layOutHome(path.join(git.dir, 'factory')));
  const facts: Fact[] = [];
  const deps = {
    store,
    git: git.client,
    run: git.run,
    commands: keepCommands(),
    home: home.paths,
    newId,
    clock: () => new Date(),
    log: pino({ level: 'silent' }),
    notify: async (_tx: unknown, fact: Fact) => void facts.push(fact),
  };
  const project = await store.write((tx) => addTestProject(tx, repo));
  const http = createServer((req, res) => listener.request(req, res));
  const { url, stop } = await listen(http);
  const listener = createListener({
    port: Number(new URL(url).port),
    dev: false,
    home,
    clock: deps.clock,
    mounts: [mcpMount(deps)],
    upgrades: [],
    pages: null,
    onError: (error) => {
      throw error;
    },
  });

  async function hire(task: Task, role: 'SUPERVISOR' | 'WORKER'): Promise<Actor> {
    const id = newId();
    const { token, tokenHash } = issueToken();
    const agent = await store.write(async (tx) => {
      await ensureAgent(tx, {
        id,
        role,
        projectId: project.id,
        taskId: task.id,
        provider: 'practice',
        model: null,
        permissionMode: 'auto',
        tmuxName: nameAgent({ id, role }),
        providerSessionId: id,
      });
      return updateAgent(tx, id, { tokenHash });
    });
    return { agent, token };
  }

  async function makeEpic(options: Partial<CreateTask> = {}) {
    const created = await createEpic(deps, {
      projectId: project.id,
      parentId: null,
      title: 'An epic',
      description: 'Make it better.',
      ...options,
    });
    await prepare(created);
    const epic = await move(created, 'IN_PROGRESS');
    return { epic, supervisor: await hire(epic, 'SUPERVISOR') };
  }

  async function prepare(task: Task): Promise<void> {
    await git.client.ensureBranch({ repo, branch: task.branchName, from: task.baseBranch });
    await git.client.ensureWorktree({
      repo,
      path: task.worktreePath,
      branch: task.branchName,
      taskId: task.id,
    });
  }

  const move = (task: Pick<Task, 'id'>, to: TaskState) =>
    store.write((tx) => transitionTask(tx, { id: task.id, to, actor: 'system', reason: null }));

  /** A subtask with a worker on it, begun unless told otherwise. */
  async function makeSubtask(epic: Task, options: Partial<CreateSubtask> = {}) {
    const task = await store.write((tx) =>
      addSubtask(tx, deps, {
        epic,
        project,
        siblings: [],
        wanted: { title: `Subtask ${newId().slice(0, 6)}`, description: 'Do this.', ...options },
      }),
    );
    await prepare(task);
    return { task: await move(task, 'IN_PROGRESS'), worker: await hire(task, 'WORKER') };
  }

  const commit = (task: Task, files: Record<string, string>, message?: string) =>
    commitFiles(git, { repo: task.worktreePath, files, ...(message === undefined ? {} : { message }) });

  return {
    url,
    deps,
    store,
    databaseFile: db.file,
    git,
    repo,
    project,
    facts,
    hire,
    makeEpic,
    makeSubtask,
    prepare,
    move,
    commit,
    reload: (task: Task) => getTask(store, task.id),
    call: (actor: Actor, tool: string, input: Record<string, unknown> = {}) =>
      withClient(url, tool.split('.')[0] ?? '', actor.token, (client) => callOf(client, tool, input)),
    async close() {
      await stop();
      await db.close();
      await git.cleanup();
    },
  };
}

export async function callOf(client: Client, tool: string, input: Record<string, unknown>): Promise<Answer> {
  const params = { name: tool.split('.')[1] ?? '', arguments: input };
  const result = CallToolResultSchema.parse(await client.callTool(params));
  const text = result.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
  return { ok: result.isError !== true, text };
}

/** The SDK's own client, as any agent program would use it. */
export async function withClient<T>(
  url: string,
  server: string,
  token: string,
  use: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${url}/mcp/${server}`), {
      requestInit: { headers: { authorization: `Bearer ${token}` } },
    }),
  );
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}
