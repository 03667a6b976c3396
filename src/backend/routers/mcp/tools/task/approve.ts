import { z } from 'zod';
import { approveTask } from '@/backend/services/review/approve_task';
import { defineTool } from '../../define_tool';
import { SubtaskId } from '../../fields';

export const approveTool = defineTool({
  server: 'task',
  name: 'approve',
  description:
    'Approve a subtask in REVIEW. Your approval is bound to the head you looked at; the merge queue then merges it, tests the result and lands it on the epic branch by itself. Do not merge by hand.',
  roles: ['SUPERVISOR'],
  input: z.strictObject({
    taskId: SubtaskId,
    headSha: z
      .string()
      .regex(/^[0-9a-f]{40,64}$/, 'give the full commit id that task.get_review_queue shows')
      .optional()
      .describe('The head you looked at. With it, work that was submitted since is not approved unseen.'),
    comment: z.string().trim().max(10_000).optional(),
  }),
  async run({ deps, agent }, { comment, ...input }) {
    const actor = { kind: 'agent', agentId: agent.id } as const;
    const { merge, pullRequest } = await approveTask(deps, { ...input, actor, body: comment });
    const what = `#${pullRequest.number} at ${merge.approvedSha}`;
    if (merge.state === 'LANDED') return `Approved ${what}; it has landed.`;
    return `Approved ${what}; it is queued for merging as number ${merge.ordinal} of this epic. You get a mail when it has landed. On a conflict or red tests it goes back to its worker by itself and comes to you again when it is submitted. Go on with the next review, or end your turn.`;
  },
});
