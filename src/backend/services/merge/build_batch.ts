import { chooseBatch } from '@/backend/domain/merge/batch';
import type { MergeRequest } from '@/backend/resource_accessors/merge_request.accessor';
import { updateMerge } from '@/backend/resource_accessors/merge_request.accessor';
import { getPullRequest } from '@/backend/resource_accessors/pull_request.accessor';
import type { MergeDeps, Queue, Step } from './queue';
import { settleConflict } from './settle_conflict';
import { verifyMembers } from './verify_members';

type Link = { member: MergeRequest; commit: string; tree: string };

/**
 * Stacks the next few approved heads on the epic branch, in the object store only. Who conflicts with what has landed
 * leaves the line; who conflicts only with a neighbour that has not landed waits for its outcome.
 */
export async function buildBatch(deps: MergeDeps, queue: Queue): Promise<Step> {
  const candidates = chooseBatch(queue.waiting, queue.project.settings.merge.batchSize);
  if (candidates.length === 0) return { kind: 'done' };
  if (!(await verifyMembers(deps, queue, candidates))) return 'again';
  const links: Link[] = [];
  for (const member of candidates) {
    const on = links.at(-1)?.commit ?? queue.tip;
    const link = await stack(deps, queue, { member, on });
    if ('files' in link) {
      const alone = on === queue.tip ? link : await stack(deps, queue, { member, on: queue.tip });
      if ('files' in alone) {
        await settleConflict(deps, queue, { member, files: alone.files });
      }
      continue;
    }
    links.push(link);
  }
  deps.checkpoint?.('built');
  const last = links.at(-1);
  if (last === undefined) return 'again';
  const batchId = links[0]?.member.batchId ?? deps.newId();
  await deps.store.write(async (tx) => {
    for (const { member, commit } of links) {
      const { split } = member.journal;
      const journal = {
        base: queue.tip,
        tip: last.commit,
        tree: last.tree,
        commit,
        ...(queue.project.testCommand === null ? { runs: ['needless' as const] } : {}),
        ...(split === undefined ? {} : { split }),
      };
      const change = { state: 'LANDING' as const, batchId, journal, reason: null };
      await updateMerge(tx, { id: member.id, expected: 'QUEUED', change });
    }
  });
  deps.checkpoint?.('journalled');
  return 'again';
}

async function stack(
  deps: MergeDeps,
  { repo }: Queue,
  input: { member: MergeRequest; on: string },
): Promise<Link | { files: string[] }> {
  const { member, on } = input;
  const theirs = member.approvedSha;
  const { number, title, baseSha, commits } = await getPullRequest(deps.store, member.pullRequestId);
  // Counted at its submission, against this very base.
  const ahead = baseSha === on && commits > 0;
  const [inside, merged] = await Promise.all([
    ahead ? false : deps.git.isAncestor({ repo, ancestor: theirs, descendant: on }),
    deps.git.speculateMerge({ repo, ours: on, theirs }),
  ]);
  if (!merged.clean) return { files: merged.files };
  if (inside) return { member, commit: on, tree: merged.tree };
  const commit = await deps.git.commitTree({
    repo,
    tree: merged.tree,
    parents: [on, theirs],
    message: `Merge #${number}: ${title}`,
  });
  return { member, commit, tree: merged.tree };
}
