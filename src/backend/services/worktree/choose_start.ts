import { FactoryError } from '@/backend/domain/errors';
import type { Project } from '@/backend/resource_accessors/project.accessor';
import type { Task } from '@/backend/resource_accessors/task.accessor';
import type { Deps } from '../deps';
import { type Base, baseOf, REMOTE } from './base_of';

/** An agent waits for this, and a remote that is away may not answer at all. */
const PATIENCE_MS = 8_000;

export type Start = { from: string; base: Base | null };

/**
 * Where the branch of a task begins. A new epic of a project on GitHub begins from what is newer there, as long as the
 * owner's own branch has nothing else; while GitHub is away, from the newest that is known here.
 */
export async function chooseStart(
  deps: Pick<Deps, 'git' | 'github' | 'log'>,
  { task, project }: { task: Task; project: Project },
): Promise<Start> {
  const { baseBranch: branch } = task;
  const isOnGithub = project.remoteUrl !== null && deps.github.open(project.remoteUrl) !== null;
  if (task.parentId !== null || !isOnGithub) return { from: branch, base: null };
  const repo = project.repoPath;
  // Made before: it stays where it is, and nobody has to wait for the remote again.
  if (await deps.git.branchExists({ repo, branch: task.branchName })) return { from: branch, base: null };
  try {
    const there = await deps.git.fetch({ repo, remote: REMOTE, branch, timeoutMs: PATIENCE_MS });
    // It has no such branch any more: what was fetched once says nothing.
    if (there.sha === null) return { from: branch, base: null };
  } catch (thrown) {
    if (!(thrown instanceof FactoryError)) throw thrown;
    deps.log.warn({ err: thrown, taskId: task.id }, 'an epic begins without a look at its remote');
  }
  const base = await baseOf(deps, { repo, branch, began: null });
  return { from: base?.newer === true ? base.sha : branch, base };
}
