import { access } from 'node:fs/promises';
import type { FileContent } from '@/backend/clients/git/history/read_file';
import { FactoryError } from '@/backend/domain/errors';
import { loadCaller } from '../agent/load_caller';
import { reachTask } from '../agent/reach_task';
import type { Deps } from '../deps';
import { branchOf } from './branch_of';

const MAX_BYTES = 4 * 1024 * 1024;

export type TaskFile = { text: string; size: number; truncated: boolean; from: 'worktree' | 'branch' };

/** A file as it is in a task's worktree now; from its branch once the worktree is gone. */
export async function readTaskFile(
  deps: Pick<Deps, 'store' | 'git'>,
  input: { agentId: string; taskId?: string | undefined; path: string },
): Promise<TaskFile> {
  const caller = await loadCaller(deps.store, input.agentId);
  const task = await reachTask(deps.store, caller, input.taskId);
  const limits = { path: input.path, maxBytes: MAX_BYTES };
  if (await exists(task.worktreePath)) {
    const file = await deps.git.readWorktreeFile({ worktree: task.worktreePath, ...limits });
    return { ...asText(file, input.path), from: 'worktree' };
  }
  const branch = await branchOf(deps, { task, project: caller.project });
  const file = await deps.git.readFile({ repo: branch.repo, rev: branch.head, ...limits });
  return { ...asText(file, input.path), from: 'branch' };
}

function asText(file: FileContent, path: string): Omit<TaskFile, 'from'> {
  if (file.text !== null) return { text: file.text, size: file.size, truncated: file.truncated };
  throw new FactoryError(
    'BAD_INPUT',
    `“${path}” is a binary file of ${file.size} bytes.`,
    'Only text can be read here.',
  );
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
