import { FactoryError } from '@/backend/domain/errors';
import { isGivenUp } from '@/backend/domain/task/is_given_up';
import { isEnded } from '@/backend/domain/task/transitions';
import { setCondition } from '@/backend/resource_accessors/condition.accessor';
import { listMail } from '@/backend/resource_accessors/mail.accessor';
import { listMerges } from '@/backend/resource_accessors/merge_request.accessor';
import { getProject, type Project } from '@/backend/resource_accessors/project.accessor';
import {
  findTaskAnyway,
  idsOf,
  markWorktreePrepared,
  recordRescue,
  type Task,
} from '@/backend/resource_accessors/task.accessor';
import { type CommandDeps, type CommandResult, runProjectCommand } from '../command/run_project_command';
import type { Deps } from '../deps';
import { postMail } from '../mail/post_mail';
import { chooseStart, type Start } from '../worktree/choose_start';
import type { FirstFolder, FirstFolders } from './first_folder';
import { removeWorktree } from './remove_worktree';

const SETUP_TIMEOUT_MS = 30 * 60_000;

type PrepareDeps = Pick<
  Deps,
  'store' | 'git' | 'github' | 'home' | 'run' | 'commands' | 'newId' | 'clock' | 'log'
> &
  Pick<CommandDeps, 'outside'>;

/** Branch, worktree and the project's setup command: what is there already is kept, what is missing is made. */
export async function prepareWorktree(
  deps: PrepareDeps & { firstFolders: FirstFolders },
  input: { taskId: string },
): Promise<void> {
  const looked = look(deps, input.taskId);
  const first: FirstFolder = { made: looked.then((found) => found && make(deps, found)), heir: null };
  deps.firstFolders.set(input.taskId, first);
  try {
    const sha = await first.made;
    const found = await looked;
    if (found === null) return;
    if (sha === null) return await mend(deps, found.task, found.project);
    await setUp(deps, found.task, found.project);
    await first.heir;
    const again = await findTaskAnyway(deps.store, input.taskId);
    if (again?.preparedAt === null) await deps.store.write((tx) => markWorktreePrepared(tx, again.id, sha));
  } catch (thrown) {
    const task = await findTaskAnyway(deps.store, input.taskId);
    if (task === null || !isGivenUp(task)) throw thrown;
    // In the middle of it: a folder that was never ready for anybody is looked for by nobody.
    await removeWorktree(deps, input);
  } finally {
    deps.firstFolders.delete(input.taskId);
  }
}

type Found = { task: Task; project: Project };

async function look(deps: Pick<Deps, 'store'>, taskId: string): Promise<Found | null> {
  const task = await findTaskAnyway(deps.store, taskId);
  if (!task || task.deletedAt !== null || isEnded(task.state)) return null;
  return { task, project: await getProject(deps.store, task.projectId) };
}

async function make(deps: PrepareDeps, { task, project }: Found): Promise<string | null> {
  if (task.preparedAt !== null) return null;
  const { worktreePath, branchName: branch } = task;
  const start = await chooseStart(deps, { task, project });
  await tellDiverged(deps, { task, project, start });
  const made = await deps.git.addWorktree({
    repo: project.repoPath,
    path: worktreePath,
    branch,
    from: start.from,
  });
  return made?.sha ?? null;
}

/**
 * Nobody but the owner can bring the two together. Before the branch is there, which is asked for no second time, and
 * once, however often it is tried to make it.
 */
async function tellDiverged(
  deps: PrepareDeps,
  { task, project, start: { base } }: Found & { start: Start },
): Promise<void> {
  if (base === null || base.diverged === null) return;
  const { sha, diverged } = base;
  const name = task.baseBranch;
  const subject = `“${task.title}” begins from your own ${name}, without what is new on GitHub`;
  await deps.store.write(async (tx) => {
    const told = await listMail(tx, { taskId: task.id, subject, limit: 1 });
    if (told.length > 0) return;
    await postMail(tx, deps.newId, {
      projectId: task.projectId,
      taskId: task.id,
      kind: 'message',
      from: { party: 'SYSTEM' },
      to: { party: 'HUMAN' },
      subject,
      body: `Your ${name} (${sha}) and the one on GitHub (${diverged}) each have commits that the other has not, and which of them are to go together is yours to say. The epic begins from yours. Bring the two together when it suits you, with git -C ${project.repoPath} pull --rebase on ${name}, and push; the next epic begins from that.`,
    });
  });
}

/** Something of it is there already, or was once. */
async function mend(deps: PrepareDeps, task: Task, project: Project): Promise<void> {
  const repo = project.repoPath;
  const branch = await mendBranch(deps, { task, project });
  const worktree = await deps.git.ensureWorktree({
    repo,
    path: task.worktreePath,
    branch: task.branchName,
    taskId: task.id,
  });
  if (worktree.rescued.length > 0) {
    await deps.store.write(async (tx) => {
      for (const { ref, sha } of worktree.rescued) {
        await recordRescue(tx, task.id, { ref, sha, why: 'Its folder had been deleted by hand.' });
      }
    });
  }
  const isNew = worktree.outcome === 'created' || worktree.outcome === 'recreated';
  if (task.preparedAt === null || isNew) await setUp(deps, task, project);
  await deps.store.write((tx) => markWorktreePrepared(tx, task.id, branch.created ? branch.sha : null));
}

/** A branch that vanished comes back where it was, as far as anything still tells where that is. */
async function mendBranch(
  deps: PrepareDeps,
  { task, project }: Found,
): Promise<{ sha: string; created: boolean }> {
  const { repoPath: repo } = project;
  const { branchName: branch } = task;
  const present = await deps.git.branchSha({ repo, branch });
  if (present !== null) return { sha: present, created: false };
  const last = task.preparedAt === null ? null : await lastKnown(deps, task, repo);
  const start = last === null ? await chooseStart(deps, { task, project }) : null;
  if (start !== null) await tellDiverged(deps, { task, project, start });
  const made = await deps.git.ensureBranch({ repo, branch, from: last ?? start?.from ?? task.baseBranch });
  if (last === null && task.preparedAt !== null && made.created) await tellLost(deps, task);
  return made;
}

/** Both the branch and its worktree were deleted, git's own notes about them too. */
async function tellLost(deps: PrepareDeps, task: Task): Promise<void> {
  await deps.store.write((tx) =>
    postMail(tx, deps.newId, {
      projectId: task.projectId,
      taskId: task.id,
      kind: 'failure',
      from: { party: 'SYSTEM' },
      to: { party: 'HUMAN' },
      subject: `The branch of “${task.title}” was deleted and begins anew`,
      body: `${task.branchName} and its worktree were deleted, and nothing tells any more where its commits were. It was made again from ${task.baseBranch}. If there was work on it, look for it in the repository with: git fsck --no-reflogs --lost-found`,
    }),
  );
}

/**
 * The newest commit of a task that its worktree's own log, its review or the merge queue names. What landed on an epic
 * moved the branch without its worktree, so no single one of them knows best.
 */
async function lastKnown(deps: PrepareDeps, task: Task, repo: string): Promise<string | null> {
  const landed = await listMerges(deps.store, { epicId: task.id, states: ['LANDED'] });
  const named = [
    await deps.git.loggedHead({ repo, path: task.worktreePath }),
    task.headSha,
    ...landed.slice(-1).map(({ journal }) => journal.tip ?? null),
  ];
  let newest: string | null = null;
  for (const sha of named) {
    if (sha === null || (await deps.git.resolveRef({ repo, ref: sha }).catch(() => null)) === null) continue;
    const isNewer =
      newest === null || (await deps.git.isAncestor({ repo, ancestor: newest, descendant: sha }));
    if (isNewer) newest = sha;
  }
  return newest;
}

async function setUp(deps: PrepareDeps, task: Task, project: Project): Promise<void> {
  if (project.setupCommand === null) return;
  const result = await runProjectCommand(deps, {
    command: project.setupCommand,
    cwd: task.worktreePath,
    name: `setup-${task.id}`,
    timeoutMs: SETUP_TIMEOUT_MS,
    projectId: project.id,
    tasks: [task.id],
  });
  const message = result.ok ? 'The setup command works.' : failureOf(result);
  await deps.store.write((tx) =>
    setCondition(
      tx,
      {
        id: deps.newId(),
        subjectKind: 'TASK',
        subjectId: task.id,
        type: 'SetupFailed',
        status: !result.ok,
        reason: result.ok ? 'recovered' : 'setup_failed',
        message,
      },
      idsOf(task),
    ),
  );
  if (result.ok) return;
  throw new FactoryError(
    'WRONG_STATE',
    `The setup command of ${project.name} failed for “${task.title}”.`,
    `Correct it in the project's settings, or what it needs; it is tried again by itself. Its log: ${result.logPath}`,
    { data: { logPath: result.logPath, exitCode: result.exitCode } },
  );
}

function failureOf(result: CommandResult): string {
  const how = result.timedOut ? 'took too long' : `ended with status ${result.exitCode ?? 'unknown'}`;
  return `The setup command ${how}. Its last words:\n${result.logTail.slice(-1500)}`;
}
