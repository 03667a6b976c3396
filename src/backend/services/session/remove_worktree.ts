import { stat } from 'node:fs/promises';
import { isGivenUp } from '@/backend/domain/task/is_given_up';
import { getProject } from '@/backend/resource_accessors/project.accessor';
import {
  findTaskAnyway,
  markWorktreeRemoved,
  recordRescue,
} from '@/backend/resource_accessors/task.accessor';
import { type CommandDeps, runProjectCommand } from '../command/run_project_command';
import type { Deps } from '../deps';
import { removeIntegrationFolder } from '../merge/integration_folder';

const CLEANUP_TIMEOUT_MS = 5 * 60_000;

/** Takes a task's folder away, after the project's clean-up command; what is saved nowhere else is saved first. */
export async function removeWorktree(
  deps: Pick<Deps, 'store' | 'git' | 'home' | 'run' | 'commands' | 'newId' | 'clock' | 'log'> &
    Pick<CommandDeps, 'outside'>,
  input: { taskId: string },
): Promise<void> {
  const task = await findTaskAnyway(deps.store, input.taskId);
  if (!task) return;
  const project = await getProject(deps.store, task.projectId);
  // They end by themselves as soon as they hear of it; their folder must not be gone before.
  if (isGivenUp(task)) await deps.commands.endOf(task.id);
  const folder = await stat(task.worktreePath).catch(() => null);
  if (project.cleanupCommand !== null && folder !== null) {
    const result = await runProjectCommand(deps, {
      command: project.cleanupCommand,
      cwd: task.worktreePath,
      name: `cleanup-${task.id}`,
      timeoutMs: CLEANUP_TIMEOUT_MS,
      projectId: project.id,
      // Whatever becomes of the task, what it has left behind is tidied.
      tasks: [],
    });
    // A folder that cannot be tidied is removed all the same; the log says what went wrong.
    if (!result.ok)
      deps.log.warn({ taskId: task.id, logPath: result.logPath }, 'the clean-up command failed');
  }
  // Of an epic also the folder in which its merges were tested: nothing more lands on it.
  if (task.parentId === null) await removeIntegrationFolder(deps, { epic: task, project });
  const { rescued } = await deps.git.removeWorktree({
    repo: project.repoPath,
    path: task.worktreePath,
    taskId: task.id,
  });
  await deps.store.write(async (tx) => {
    if (rescued !== null) {
      const why = 'Its worktree was removed while it held work that was nowhere else.';
      await recordRescue(tx, task.id, { ref: rescued.ref, sha: rescued.sha, why });
    }
    await markWorktreeRemoved(tx, task.id);
  });
}
