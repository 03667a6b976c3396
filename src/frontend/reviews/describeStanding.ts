import type { PullDetail, Refusal } from '@/frontend/api/outputs';
import { plural } from '@/frontend/format/number';
import type { VisualState } from '@/frontend/ui/state';

export type Standing = { state: VisualState; words: string; canApprove: boolean; canRequest: boolean };

/** Where the pull request stands and whose move it is. */
export function describeStanding(
  detail: PullDetail,
  refusal?: Pick<Refusal, 'headSha' | 'title' | 'next'>,
): Standing {
  const { pullRequest: pull, task, merge, conflictFiles } = detail;
  const still = { canApprove: false, canRequest: false };
  if (pull.state === 'MERGED')
    return {
      ...still,
      state: 'done',
      words: `Merged into ${pull.baseBranch}${pull.mergedSha === null ? '' : ` as ${pull.mergedSha.slice(0, 8)}`}.`,
    };
  if (pull.state === 'CLOSED') return { ...still, state: 'idle', words: 'Closed without a merge.' };
  if (task.state !== 'REVIEW')
    return {
      ...still,
      state: task.state === 'FAILED' || task.state === 'BLOCKED' ? 'blocked' : 'working',
      words:
        task.state === 'IN_PROGRESS' && detail.reviews.at(-1)?.verdict === 'CHANGES_REQUESTED'
          ? 'Changes were requested. The agent has them and hands in again when it is done; this page follows.'
          : `The task is ${task.state.toLowerCase().replace('_', ' ')}; there is nothing to decide now.`,
    };
  const waiting = merge?.state === 'QUEUED' || merge?.state === 'LANDING';
  if (pull.kind !== 'FINAL' && waiting)
    return {
      state: 'working',
      words:
        merge.state === 'LANDING'
          ? 'Approved; it is being tested and merged now.'
          : 'Approved; it waits in the merge queue.',
      canApprove: false,
      canRequest: true,
    };
  if (conflictFiles.length > 0)
    return {
      state: 'blocked',
      words: `Conflicts with ${pull.baseBranch} in ${plural(conflictFiles.length, 'file')}: ${conflictFiles.slice(0, 3).join(', ')}${conflictFiles.length > 3 ? ' …' : ''}. Request changes to have them resolved.`,
      canApprove: pull.kind !== 'FINAL',
      canRequest: true,
    };
  if (refusal?.headSha === pull.headSha)
    return {
      state: 'blocked',
      words: `Not merged: ${refusal.title} ${refusal.next}`,
      canApprove: true,
      canRequest: true,
    };
  return {
    state: 'review',
    words:
      pull.kind === 'FINAL'
        ? `Waits for you. It merges cleanly into ${pull.baseBranch}.`
        : 'Its supervisor reviews this; you may decide first.',
    canApprove: true,
    canRequest: true,
  };
}
