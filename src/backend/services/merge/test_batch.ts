import type { MergeJournal } from '@/backend/domain/merge/journal';
import { updateMerge } from '@/backend/resource_accessors/merge_request.accessor';
import { tellUnrunnable, unrunnable } from '../review/tell_unrunnable';
import type { MergeDeps, Queue, Step } from './queue';
import { testCommit } from './test_commit';

/** Runs the project's test command on exactly the tree that would land, in a folder of its own. */
export async function testBatch(
  deps: MergeDeps,
  queue: Queue,
  journal: MergeJournal & { base: string; tip: string },
): Promise<Step> {
  const { landing, project, repo, epic } = queue;
  const needless =
    project.testCommand === null || journal.tree === (await deps.git.treeOf({ repo, ref: journal.base }));
  const members = landing.map(({ taskId }) => taskId);
  const again = (journal.runs ?? []).length > 0;
  const result = needless
    ? { run: 'needless' as const, logTail: '' }
    : await testCommit(deps, { project, epicId: epic.id, sha: journal.tip, members, again }).then(
        async (run) => {
          // Not even after a fresh set-up: it stays in line, and its worker is not asked to mend the project.
          if (!run.ran && again) {
            await deps.store.write((tx) => tellUnrunnable(tx, deps.newId, { project, ...run }));
            throw unrunnable({ project, ...run });
          }
          return { run: run.ok ? ('passed' as const) : ('failed' as const), logTail: run.logTail };
        },
      );
  deps.checkpoint?.('tested');
  await deps.store.write(async (tx) => {
    for (const { id, journal: own } of landing) {
      const runs = [...(own.runs ?? []), result.run];
      const change = { journal: { ...own, runs }, logTail: result.logTail };
      await updateMerge(tx, { id, expected: 'LANDING', change });
    }
  });
  deps.checkpoint?.('test journalled');
  return 'again';
}
