import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import type { GithubClient } from '@/backend/clients/github/github_client';
import { newId } from '@/backend/clients/home/new_id';
import { layOutHome } from '@/backend/clients/home/read_config';
import { nameAgent } from '@/backend/domain/naming';
import { ensureAgent } from '@/backend/resource_accessors/agent.accessor';
import { listMail } from '@/backend/resource_accessors/mail.accessor';
import { getProject, updateProject } from '@/backend/resource_accessors/project.accessor';
import { getTask, type Task, transitionTask } from '@/backend/resource_accessors/task.accessor';
import { keepCommands } from '@/backend/services/command/keep_commands';
import type { Fact } from '@/backend/services/reconciler/ports';
import { approveTask } from '@/backend/services/review/approve_task';
import { submitWork } from '@/backend/services/review/submit_work';
import type { MailKind } from '@/shared/mail';
import { ProjectSettings } from '@/shared/project';
import { commitFiles, type GitWorld, makeGitWorld, type RepoOptions } from '../../support/git';
import { addTestProject, addTestTask, openTestStore } from '../../support/store';

export type WorldOptions = RepoOptions & {
  testCommand?: string;
  settings?: Parameters<typeof ProjectSettings.parse>[0];
  remoteUrl?: string;
  github?: GithubClient;
};

export type Piece = { task: Task; workerId: string };

const NO_GITHUB: GithubClient = { open: () => null };

/** A repository, a database, an epic with a supervisor, and as many subtasks as a test wants. All of it real. */
export async function makeMergeWorld(options: WorldOptions = {}) {
  const git: GitWorld = await makeGitWorld();
  const repo = await git.makeRepo(options);
  const db = await openTestStore();
  const homeDir = await mkdtemp(path.join(os.tmpdir(), 'ff-merge-'));
  const facts: Fact[] = [];
  const deps = {
    store: db.store,
    git: git.client,
    run: git.run,
    commands: keepCommands(),
    home: layOutHome(homeDir),
    clock: () => new Date(),
    newId,
    log: pino({ level: 'silent' }),
    github: options.github ?? NO_GITHUB,
    notify: async (_tx: unknown, fact: Fact) => {
      facts.push(fact);
    },
  };

  const project = await db.store.write(async (tx) => {
    const { id } = await addTestProject(tx, repo);
    return updateProject(tx, id, {
      testCommand: options.testCommand ?? null,
      remoteUrl: options.remoteUrl ?? null,
      settings: ProjectSettings.parse(options.settings ?? {}),
    });
  });

  async function addAgent(task: Task, role: 'WORKER' | 'SUPERVISOR'): Promise<string> {
    const id = newId();
    await db.store.write((tx) =>
      ensureAgent(tx, {
        id,
        role,
        projectId: project.id,
        taskId: task.id,
        provider: 'practice',
        model: null,
        permissionMode: 'bypass',
        tmuxName: nameAgent({ id, role }),
        providerSessionId: id,
      }),
    );
    return id;
  }

  async function start(input: Partial<Parameters<typeof addTestTask>[1]>): Promise<Task> {
    const id = newId();
    const task = await db.store.write((tx) =>
      addTestTask(tx, {
        ...input,
        id,
        projectId: project.id,
        branchName: `factoryfactory/task-${id.slice(0, 8)}`,
        worktreePath: path.join(homeDir, 'worktrees', `task-${id.slice(0, 8)}`),
      }),
    );
    const { branchName: branch, worktreePath } = task;
    await git.client.ensureBranch({ repo, branch, from: task.baseBranch });
    await git.client.ensureWorktree({ repo, path: worktreePath, branch, taskId: task.id });
    return db.store.write((tx) => transitionTask(tx, { id: task.id, to: 'IN_PROGRESS', actor: 'system' }));
  }

  const epic = await start({ title: 'The epic', description: 'All of it.' });
  const supervisorId = await addAgent(epic, 'SUPERVISOR');
  const supervisor = { kind: 'agent', agentId: supervisorId } as const;

  /** A subtask with a worker and one commit of these files, not submitted. */
  async function addPiece(title: string, files: Record<string, string>): Promise<Piece> {
    const task = await start({ title, parentId: epic.id, baseBranch: epic.branchName });
    const workerId = await addAgent(task, 'WORKER');
    await commitFiles(git, { repo: task.worktreePath, files, message: title });
    return { task, workerId };
  }

  const world = {
    git,
    repo,
    db,
    deps,
    project,
    epic,
    supervisor,
    supervisorId,
    facts,
    homeDir,
    addAgent,
    start,
    addPiece,
    async submitted(title: string, files: Record<string, string>): Promise<Piece> {
      const piece = await addPiece(title, files);
      await submitWork(deps, { agentId: piece.workerId, summary: `Did ${title}.` });
      return piece;
    },
    async approved(title: string, files: Record<string, string>): Promise<Piece> {
      const piece = await world.submitted(title, files);
      await approveTask(deps, { actor: supervisor, taskId: piece.task.id });
      return piece;
    },
    tip: () => git.git(repo, 'rev-parse', epic.branchName),
    files: async (ref: string) =>
      (await git.git(repo, 'ls-tree', '-r', '--name-only', ref)).split('\n').sort(),
    stateOf: async (piece: Piece) => (await getTask(db.store, piece.task.id)).state,
    mails: async (kind?: MailKind) => {
      const all = await listMail(db.store, { projectId: project.id, limit: 1000 });
      return kind === undefined ? all : all.filter((mail) => mail.kind === kind);
    },
    reloadProject: () => getProject(db.store, project.id),
    async close() {
      await db.close();
      await git.cleanup();
      await rm(homeDir, { recursive: true, force: true });
    },
  };
  return world;
}

export type MergeWorld = Awaited<ReturnType<typeof makeMergeWorld>>;
