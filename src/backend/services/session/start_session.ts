import path from 'node:path';
import { composeSystemPrompt } from '@/backend/agents/prompt/compose_system_prompt';
import type { LaunchContext, Provider } from '@/backend/agents/providers/provider';
import { requireProvider } from '@/backend/agents/session/require_provider';
import { makeFilesDir, writeFiles } from '@/backend/agents/session/write_files';
import { issueToken } from '@/backend/agents/token/issue_token';
import type { GitClient } from '@/backend/clients/git/git_client';
import { FactoryError, messageOf } from '@/backend/domain/errors';
import { type Agent, getAgent, updateAgent } from '@/backend/resource_accessors/agent.accessor';
import { getProject, type Project } from '@/backend/resource_accessors/project.accessor';
import {
  createSession,
  endSession,
  findOpenSession,
  lastTranscriptOffset,
  updateSession,
} from '@/backend/resource_accessors/session.accessor';
import {
  epicIdOf,
  getTask,
  markWorktreePrepared,
  type Task,
} from '@/backend/resource_accessors/task.accessor';
import type { Deps } from '../deps';
import type { FirstFolder, FirstFolders } from './first_folder';
import { tellAgain } from './tell_again';

export type StartDeps = Pick<
  Deps,
  | 'store'
  | 'git'
  | 'tmux'
  | 'providers'
  | 'serverUrl'
  | 'rootDir'
  | 'home'
  | 'clock'
  | 'newId'
  | 'log'
  | 'toolCatalog'
>;

const SIZE = { cols: 160, rows: 48 };

/**
 * Starts an agent's program in a terminal of its own, going on with its conversation when there is one. The row is
 * written before the terminal exists, so whatever is interrupted here is found by its row, and closed or adopted.
 * Where the folder is not there yet and nobody makes it at this moment, nothing is done: whoever makes it says so.
 */
export async function startSession(
  deps: StartDeps & { firstFolders: FirstFolders },
  input: { agentId: string },
): Promise<void> {
  const agent = await getAgent(deps.store, input.agentId);
  if (await findOpenSession(deps.store, agent.id)) return;
  const task = await taskOf(deps, agent);
  const project = await getProject(deps.store, task.projectId);
  const first = task.preparedAt === null ? deps.firstFolders.get(task.id) : undefined;
  if (task.preparedAt === null && (first === undefined || project.setupCommand !== null)) return;
  // The agent would find changes that nobody made, and take them for its own.
  const place = { worktree: task.worktreePath, taskId: task.id };
  if (first === undefined) await deps.git.settleRebase({ ...place, ours: true });
  const starting = start(deps, { agent, task, project, first });
  if (first) first.heir = starting.catch(() => undefined);
  await starting;
}

type Start = { agent: Agent; task: Task; project: Project; first: FirstFolder | undefined };

async function start(deps: StartDeps, input: Start): Promise<void> {
  const { agent, task, first } = input;
  const { sessionId, launch, identity, written } = await open(deps, input);
  try {
    // What went wrong with the folder is said by whoever makes it.
    const base = await first?.made.catch(() => null);
    if (base === null) return await close(deps, sessionId, 'its folder was not there');
    await written;
    const { panePid } = await deps.tmux.startSession({
      name: agent.tmuxName,
      cwd: task.worktreePath,
      argv: launch.argv,
      env: { ...deps.git.agentGitEnv(), ...identity, ...launch.env },
      marker: sessionId,
      ...SIZE,
    });
    await deps.store.write(async (tx) => {
      if (base !== undefined) await markWorktreePrepared(tx, task.id, base);
      await updateSession(tx, sessionId, { pid: panePid });
    });
  } catch (thrown) {
    await close(deps, sessionId, messageOf(thrown));
    throw thrown;
  }
}

async function close(deps: Pick<Deps, 'store'>, sessionId: string, why: string): Promise<void> {
  const end = { exitStatus: null, reason: `not_started: ${why}`, scrollbackPath: null };
  await deps.store.write((tx) => endSession(tx, sessionId, end));
}

/** Everything that can be done before the folder is there, and the session's row. */
async function open(deps: StartDeps, input: Start) {
  const { agent, task } = input;
  const provider = deps.providers[agent.provider];
  const [{ context, tokenHash, resume, launch }, identity] = await Promise.all([
    layOut(deps, { agent, task, provider }),
    identityOf(deps, input.project.repoPath),
  ]);
  const transcriptPath = provider.transcriptPath(context);
  const written = writeFiles(launch.files);
  // Whatever becomes of the files is asked once there is a row to say it on.
  written.catch(() => undefined);
  const { sessionId } = context;
  await deps.store.write(async (tx) => {
    await createSession(tx, {
      id: sessionId,
      agentId: agent.id,
      tmuxName: agent.tmuxName,
      marker: sessionId,
      serverUrl: deps.serverUrl,
      providerSessionId: agent.providerSessionId,
      resumed: resume,
      transcriptPath,
      transcriptOffset:
        transcriptPath === null ? 0 : await lastTranscriptOffset(tx, agent.id, transcriptPath),
    });
    await updateAgent(tx, agent.id, { tokenHash });
    if (!resume) await tellAgain(deps, tx, agent.id);
  });
  return { sessionId, launch, identity, written };
}

const IDENTITY_MS = 60_000;
const identities = new WeakMap<
  GitClient,
  Map<string, { at: number; env: Promise<Record<string, string>> }>
>();

/** Asked of git once a minute for each repository: agents that start together need not each wait for it. */
function identityOf(deps: Pick<Deps, 'git' | 'clock'>, repo: string): Promise<Record<string, string>> {
  const known = identities.get(deps.git) ?? new Map();
  identities.set(deps.git, known);
  const at = deps.clock().getTime();
  const last = known.get(repo);
  if (last && at - last.at < IDENTITY_MS) return last.env;
  const env = deps.git.identityEnv({ repo });
  known.set(repo, { at, env });
  env.catch(() => known.delete(repo));
  return env;
}

/** How the program is started, with everything that it will look for. */
async function layOut(deps: StartDeps, input: { agent: Agent; task: Task; provider: Provider }) {
  const { provider } = input;
  await requireProvider(provider, deps.clock());
  const [{ context, tokenHash }] = await Promise.all([
    describeLaunch(deps, input.agent, input.task),
    makeFilesDir(filesDirOf(deps, input.agent)),
  ]);
  await provider.prepare(context);
  const resume = await provider.canResume(context);
  const launch = await provider.launch({ ...context, resume });
  return { context, tokenHash, resume, launch };
}

function filesDirOf(deps: Pick<Deps, 'home'>, agent: Pick<Agent, 'id'>): string {
  return path.join(deps.home.agents, agent.id);
}

async function taskOf(deps: Pick<Deps, 'store'>, agent: Agent): Promise<Task> {
  if (agent.taskId !== null && agent.retiredAt === null) return getTask(deps.store, agent.taskId);
  throw new FactoryError(
    'WRONG_STATE',
    `${agent.tmuxName} has no task to work on.`,
    'Open the task and let it start an agent of its own.',
  );
}

async function describeLaunch(
  deps: StartDeps,
  agent: Agent,
  task: Task,
): Promise<{ context: LaunchContext; tokenHash: string }> {
  const { token, tokenHash } = issueToken();
  const tools = deps.toolCatalog(agent.role);
  const epic = epicIdOf(task) === task.id ? task : await getTask(deps.store, epicIdOf(task));
  const context: LaunchContext = {
    agent: {
      id: agent.id,
      role: agent.role,
      name: agent.tmuxName,
      model: agent.model,
      permissionMode: agent.permissionMode,
      providerSessionId: agent.providerSessionId,
    },
    sessionId: deps.newId(),
    worktree: task.worktreePath,
    filesDir: filesDirOf(deps, agent),
    serverUrl: deps.serverUrl,
    token,
    systemPrompt: await composeSystemPrompt(deps, { role: agent.role, quick: task.quick, tools }),
    tools: tools.map((tool) => tool.name),
    resume: false,
    settings: { ...epic.options.provider, ...task.options.provider },
  };
  return { context, tokenHash };
}
