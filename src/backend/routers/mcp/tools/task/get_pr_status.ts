import { z } from 'zod';
import { loadCaller } from '@/backend/services/agent/load_caller';
import { reachTask } from '@/backend/services/agent/reach_task';
import { getPrStatus, type PrStatus } from '@/backend/services/review/get_pr_status';
import { BOTH, defineTool } from '../../define_tool';
import { TaskIdOrOwn } from '../../fields';
import { sayChecks } from '../../say_checks';

const MOST_REVIEWS = 5;

export const getPrStatusTool = defineTool({
  server: 'task',
  name: 'get_pr_status',
  description:
    'Show the pull request of a task: whether it merges, reviews, checks and its place in the merge queue.',
  roles: BOTH,
  readOnly: true,
  input: z.strictObject({ taskId: TaskIdOrOwn }),
  async run({ deps, agent }, { taskId }) {
    const caller = await loadCaller(deps.store, agent.id);
    const task = await reachTask(deps.store, caller, taskId);
    return say(await getPrStatus(deps, { taskId: task.id }));
  },
});

function say(status: PrStatus): string {
  const { task, pullRequest: pr, merge } = status;
  if (pr === null) return `“${task.title}” is ${task.state} and has no pull request yet.`;
  const lines = [
    `#${pr.number} “${pr.title}”: ${pr.state}; its task is ${task.state}`,
    `${pr.headBranch} → ${pr.baseBranch}, head ${pr.headSha}`,
    status.mergeable === null
      ? 'Mergeable: not to be merged any more'
      : status.mergeable
        ? 'Mergeable: yes'
        : `Mergeable: no, conflicts in ${status.conflictFiles.join(', ')}`,
    sayChecks(status.checks),
  ];
  if (merge !== null)
    lines.push(`Merge queue: ${merge.state}${merge.reason === null ? '' : `, ${merge.reason}`}`);
  // What strangers wrote on GitHub is for the human to judge.
  const reviews = status.reviews.filter(({ party }) => party !== 'SYSTEM');
  if (reviews.length === 0) lines.push('Reviews: none yet');
  for (const review of reviews.slice(-MOST_REVIEWS)) {
    const stale = review.sha === pr.headSha ? '' : ` of an older head, ${review.sha}`;
    const who = review.party === 'HUMAN' ? 'the human' : 'the supervisor';
    lines.push(
      `Review by ${who}: ${review.verdict}${stale}${review.body === '' ? '' : `: ${review.body.slice(0, 2000)}`}`,
    );
  }
  return lines.join('\n');
}
