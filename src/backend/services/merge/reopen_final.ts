import { fence } from '@/backend/agents/prompt/fence';
import { type PullRequest, updatePullRequest } from '@/backend/resource_accessors/pull_request.accessor';
import { getTask, transitionTask } from '@/backend/resource_accessors/task.accessor';
import type { Deps } from '../deps';
import { putAwayNews } from '../mail/put_away_news';
import { tellDoer } from '../review/tell';

export type Obstacle = { base: string } & (
  | { kind: 'conflict'; files: string[] }
  | { kind: 'red'; logTail: string }
);

/**
 * The project's branch went on and the work does not fit it any more: it goes back to whoever does it, with what is in
 * the way. False when nobody is there to do it, because the epic was completed with its pull request still open.
 */
export function reopenFinal(
  deps: Pick<Deps, 'store' | 'newId'>,
  input: { pullRequest: PullRequest; obstacle: Obstacle },
): Promise<boolean> {
  const { pullRequest, obstacle } = input;
  const { baseBranch } = pullRequest;
  return deps.store.write(async (tx) => {
    if (obstacle.kind === 'conflict') {
      await updatePullRequest(tx, pullRequest.id, { baseSha: obstacle.base, conflictFiles: obstacle.files });
    }
    const task = await getTask(tx, pullRequest.taskId);
    if (task.state !== 'REVIEW') return false;
    const words = WORDS[obstacle.kind];
    const reason = words.reason(baseBranch);
    await transitionTask(tx, { id: task.id, to: 'IN_PROGRESS', actor: 'system', reason, expected: 'REVIEW' });
    await putAwayNews(tx, task.id);
    await tellDoer(tx, deps.newId, task, {
      kind: words.kind,
      subject: `“${task.title}” was not merged: ${baseBranch} has moved`,
      body: [describe(pullRequest, obstacle), task.quick ? QUICK : forSupervisor(pullRequest, obstacle)].join(
        '\n\n',
      ),
    });
    return true;
  });
}

const WORDS = {
  conflict: { kind: 'rebase_request', reason: (base: string) => `it conflicts with ${base}` },
  red: { kind: 'tests_failed', reason: (base: string) => `its tests fail on ${base} as it is now` },
} as const;

const QUICK =
  'Call git.rebase, make both changes hold, run the tests, commit, and call task.create_pr again.';

function describe({ headSha, baseBranch }: PullRequest, obstacle: Obstacle): string {
  const ends = `The human wanted to merge ${headSha} into ${baseBranch}, which is at ${obstacle.base} now.`;
  return obstacle.kind === 'conflict'
    ? `${ends} They conflict in:\n${obstacle.files.map((file) => `- ${file}`).join('\n')}`
    : `${ends} Merged, the tests fail. The end of their output:\n\n${fence('output', obstacle.logTail.slice(-4000))}`;
}

function forSupervisor({ baseBranch }: PullRequest, { base }: Obstacle): string {
  return `Create one subtask for it. Its worker brings ${baseBranch} into its own branch (git merge ${base}), makes both changes hold, runs the tests, commits and submits. When that has landed, call task.create_final_pr again.`;
}
