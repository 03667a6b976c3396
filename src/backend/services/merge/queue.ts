import type { MergeRequest } from '@/backend/resource_accessors/merge_request.accessor';
import { listMerges } from '@/backend/resource_accessors/merge_request.accessor';
import { getProject, type Project } from '@/backend/resource_accessors/project.accessor';
import { findTaskAnyway, type Task } from '@/backend/resource_accessors/task.accessor';
import type { CommandDeps } from '../command/run_project_command';
import type { Deps } from '../deps';
import type { PortOutcome } from '../reconciler/ports';

/** The condition of an epic whose approved work waits for a checkout that is in the way. */
export const DEFERRED = 'MergeDeferred';

/** The places where a crash has to be survived. Tests stop the process at each of them. */
export type Checkpoint =
  | 'built'
  | 'journalled'
  | 'tested'
  | 'test journalled'
  | 'about to land'
  | 'landed'
  | 'finished';

export type MergeDeps = Pick<
  Deps,
  'store' | 'git' | 'run' | 'commands' | 'home' | 'clock' | 'newId' | 'log'
> & {
  checkpoint?: (step: Checkpoint) => void;
} & Pick<CommandDeps, 'outside'>;

/** One epic's line, as it is now. */
export type Queue = {
  epic: Task;
  project: Project;
  repo: string;
  /** Where the epic branch is. */
  tip: string;
  landing: MergeRequest[];
  waiting: MergeRequest[];
};

/** `again`: something was done, look anew. */
export type Step = 'again' | PortOutcome;

export async function readQueue(
  deps: Pick<MergeDeps, 'store' | 'git'>,
  epicId: string,
): Promise<Queue | PortOutcome> {
  const epic = await findTaskAnyway(deps.store, epicId);
  if (epic === null || epic.deletedAt !== null) return { kind: 'done' };
  const rows = await listMerges(deps.store, { epicId, open: true });
  if (rows.length === 0) return { kind: 'done' };
  const project = await getProject(deps.store, epic.projectId);
  const repo = project.repoPath;
  const tip = await deps.git.branchSha({ repo, branch: epic.branchName });
  // The reconciler puts a missing branch back; nothing can land before that.
  if (tip === null) return { kind: 'wait', afterMs: 5_000 };
  return {
    epic,
    project,
    repo,
    tip,
    landing: rows.filter(({ state }) => state === 'LANDING'),
    waiting: rows.filter(({ state }) => state === 'QUEUED'),
  };
}
