import { findLiveAgent } from '@/backend/resource_accessors/agent.accessor';
import { setCondition } from '@/backend/resource_accessors/condition.accessor';
import { createMail } from '@/backend/resource_accessors/mail.accessor';
import { type MergeRequest, updateMerge } from '@/backend/resource_accessors/merge_request.accessor';
import { getPullRequest, updatePullRequest } from '@/backend/resource_accessors/pull_request.accessor';
import type { Tx } from '@/backend/resource_accessors/store/store';
import { findTaskAnyway, idsOf, type Task, transitionTask } from '@/backend/resource_accessors/task.accessor';
import { putAwayNews } from '../mail/put_away_news';
import { tellDoer, tellOwner } from '../review/tell';
import { blockConflict } from './block_conflict';
import { type Foreseen, foreseeOthers } from './foresee';
import { DEFERRED, type MergeDeps, type Queue, type Step } from './queue';

/**
 * The branch has moved: everything that follows from it is written in one transaction, so a crash before it is found
 * by the branch and a crash after it leaves nothing to do.
 */
export async function finishBatch(
  deps: MergeDeps,
  queue: Queue,
  batch: { base: string; tip: string; followed: boolean },
): Promise<Step> {
  const { epic, landing } = queue;
  if (!batch.followed) await bringCheckoutForward(deps, queue, batch);
  const foreseen = await foreseeOthers(deps, queue, queue.tip);
  const later = await findLaterWork(deps, queue);
  await deps.store.write(async (tx) => {
    const landed: string[] = [];
    for (const member of landing) {
      const change = { state: 'LANDED' as const, landedAt: tx.now, reason: null };
      if (!(await updateMerge(tx, { id: member.id, expected: 'LANDING', change }))) continue;
      const mergedSha = member.journal.commit ?? batch.tip;
      const pullRequest = await updatePullRequest(tx, member.pullRequestId, {
        state: 'MERGED',
        mergedSha,
        conflictFiles: [],
        mirrorPending: queue.project.remoteUrl !== null,
      });
      const task = await findTaskAnyway(tx, member.taskId);
      if (task?.state === 'REVIEW') {
        await transitionTask(tx, { id: task.id, to: 'COMPLETED', actor: 'system', reason: 'landed' });
        await putAwayNews(tx, task.id);
      }
      const head = later.get(member.id);
      if (task && head !== undefined) await tellOfLaterWork(tx, deps, { task, member, head });
      landed.push(`#${pullRequest.number} ${pullRequest.title} (${mergedSha})`);
    }
    await clearDeferred(tx, deps, queue);
    for (const one of foreseen) await settleForeseen(tx, deps, queue, one);
    if (landed.length === 0) return;
    await tellDoer(tx, deps.newId, epic, {
      kind: 'landed',
      subject: landed.length === 1 ? 'A task has landed' : `${landed.length} tasks have landed`,
      body: `Merged into ${epic.branchName}, now at ${queue.tip}:\n${landed.map((line) => `- ${line}`).join('\n')}`,
    });
  });
  deps.checkpoint?.('finished');
  return 'again';
}

/** Commits that came onto a member's branch at the very moment when it landed. */
async function findLaterWork(deps: MergeDeps, { repo, landing }: Queue): Promise<Map<string, string>> {
  const later = new Map<string, string>();
  for (const { id, taskId, approvedSha } of landing) {
    const task = await findTaskAnyway(deps.store, taskId);
    const head = task && (await deps.git.branchSha({ repo, branch: task.branchName }));
    if (head !== null && head !== approvedSha) later.set(id, head);
  }
  return later;
}

async function tellOfLaterWork(
  tx: Tx,
  deps: MergeDeps,
  { task, member, head }: { task: Task; member: MergeRequest; head: string },
): Promise<void> {
  await tellOwner(tx, deps.newId, task, {
    kind: 'message',
    subject: `“${task.title}” landed without its last commits`,
    body: `${member.approvedSha} was approved and landed. ${task.branchName} has moved to ${head} meanwhile; that is kept and not in the epic. If it is needed, create a subtask for it with task.create that names ${head}.`,
  });
}

/** After a crash between the move of the branch and its checkout. When the checkout followed, this changes nothing. */
async function bringCheckoutForward(
  deps: MergeDeps,
  { repo, epic, tip }: Queue,
  batch: { base: string; tip: string },
): Promise<void> {
  if (tip !== batch.tip || batch.base === batch.tip) return;
  for (const worktree of await deps.git.listWorktrees({ repo })) {
    if (worktree.missing || worktree.branch !== epic.branchName) continue;
    await deps.git.advanceWorktree({ worktree: worktree.path, from: batch.base, to: batch.tip });
  }
}

async function settleForeseen(tx: Tx, deps: MergeDeps, queue: Queue, one: Foreseen): Promise<void> {
  const { files, others } = one;
  const pullRequest = await getPullRequest(tx, one.pullRequest.id);
  const task = await findTaskAnyway(tx, pullRequest.taskId);
  // Submitted anew, approved or sent back while we looked: that look was at something else.
  if (task?.state !== 'REVIEW' || pullRequest.headSha !== one.pullRequest.headSha) return;
  if (files.length > 0) {
    await blockConflict(tx, deps, { pullRequest, tip: queue.tip, files, others });
    return;
  }
  await updatePullRequest(tx, pullRequest.id, { baseSha: queue.tip, conflictFiles: [] });
  const worker = await findLiveAgent(tx, task.id, 'WORKER');
  if (worker === null) return;
  // In its inbox and not in its terminal: there is nothing to do, so nobody is woken for it.
  const id = deps.newId();
  await createMail(tx, {
    id,
    projectId: task.projectId,
    threadId: id,
    inReplyToId: null,
    kind: 'landed',
    fromParty: 'SYSTEM',
    fromAgentId: null,
    toParty: 'AGENT',
    toAgentId: worker.id,
    taskId: task.id,
    subject: `${queue.epic.branchName} moved; your work still merges cleanly`,
    body: `It is at ${queue.tip} now. You need not do anything.`,
  });
}

async function clearDeferred(tx: Tx, deps: MergeDeps, { epic }: Queue): Promise<void> {
  await setCondition(
    tx,
    {
      id: deps.newId(),
      subjectKind: 'TASK',
      subjectId: epic.id,
      type: DEFERRED,
      status: false,
      reason: 'resolved',
      message: 'The merge went on.',
    },
    idsOf(epic),
  );
}
