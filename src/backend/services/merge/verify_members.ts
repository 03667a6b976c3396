import type { MergeRequest } from '@/backend/resource_accessors/merge_request.accessor';
import { updateMerge } from '@/backend/resource_accessors/merge_request.accessor';
import { findTaskAnyway, type Task, transitionTask } from '@/backend/resource_accessors/task.accessor';
import { tellDoer, tellOwner } from '../review/tell';
import type { MergeDeps, Queue } from './queue';
import { returnBatch } from './return_batch';

type Flaw = { kind: 'over'; reason: string } | { kind: 'moved'; to: string } | { kind: 'gone' };

/** True when every member may land as it was approved. Those that may not leave the line; the others go back into it. */
export async function verifyMembers(
  deps: MergeDeps,
  queue: Queue,
  members: readonly MergeRequest[],
): Promise<boolean> {
  let sound = true;
  for (const member of members) {
    const flaw = await findFlaw(deps, queue, member);
    if (flaw === null) continue;
    sound = false;
    await remove(deps, member, flaw);
  }
  if (sound) return true;
  await returnBatch(deps, members, 'Another task of the same batch left the line.');
  return false;
}

async function findFlaw(deps: MergeDeps, { repo }: Queue, member: MergeRequest): Promise<Flaw | null> {
  const task = await findTaskAnyway(deps.store, member.taskId);
  if (task === null || task.deletedAt !== null) return { kind: 'over', reason: 'The task was deleted.' };
  if (task.state !== 'REVIEW') return { kind: 'over', reason: `The task is ${task.state}.` };
  const { approvedSha } = member;
  const head = await deps.git.branchSha({ repo, branch: task.branchName });
  if (head === approvedSha) return null;
  if (head !== null) return { kind: 'moved', to: head };
  if ((await deps.git.resolveRef({ repo, ref: approvedSha })) === null) return { kind: 'gone' };
  // What was approved is a commit, and it is still there: the branch that was deleted is put back.
  const ref = `refs/heads/${task.branchName}`;
  await deps.git.createRef({ repo, ref, to: approvedSha, reason: 'restored for its merge' });
  deps.log.warn({ taskId: task.id, branch: task.branchName }, 'a deleted branch was restored');
  return null;
}

async function remove(deps: MergeDeps, member: MergeRequest, flaw: Flaw): Promise<void> {
  await deps.store.write(async (tx) => {
    const change = {
      state: flaw.kind === 'over' ? ('CANCELLED' as const) : ('VOID' as const),
      reason: REASON[flaw.kind](flaw.kind === 'over' ? flaw.reason : ''),
      batchId: null,
    };
    const { id, state } = member;
    if (!(await updateMerge(tx, { id, expected: state, change }))) return;
    const task = await findTaskAnyway(tx, member.taskId);
    if (task === null || task.deletedAt !== null || task.state !== 'REVIEW') return;
    if (flaw.kind === 'moved') {
      await tellDoer(tx, deps.newId, task, {
        kind: 'message',
        subject: `“${task.title}” was not merged: its branch moved after it was submitted`,
        body: `Commit ${member.approvedSha} was approved, but ${task.branchName} is at ${flaw.to} now. Call task.create_pr to submit what is there; it is reviewed again.`,
      });
      await tellOwner(tx, deps.newId, task, {
        kind: 'message',
        subject: `Your approval of “${task.title}” is void`,
        body: `You approved ${member.approvedSha}; the branch has moved to ${flaw.to}. Its worker was asked to submit again.`,
      });
    }
    if (flaw.kind === 'gone') await blockLost(tx, deps, task, member);
  });
}

async function blockLost(
  tx: Parameters<typeof transitionTask>[0],
  deps: MergeDeps,
  task: Task,
  member: MergeRequest,
): Promise<void> {
  const reason = `Branch ${task.branchName} was deleted and commit ${member.approvedSha} is not in the repository.`;
  await transitionTask(tx, { id: task.id, to: 'BLOCKED', actor: 'system', reason, expected: 'REVIEW' });
  await tellOwner(tx, deps.newId, task, {
    kind: 'failure',
    subject: `“${task.title}” was not merged: its branch is gone`,
    body: `${reason} Ask its worker to do the work again (mail.send), or give the task up (task.cancel).`,
  });
}

const REASON: Record<Flaw['kind'], (words: string) => string> = {
  over: (words) => words,
  moved: () => 'The branch moved after it was approved.',
  gone: () => 'The branch and the approved commit are gone.',
};
