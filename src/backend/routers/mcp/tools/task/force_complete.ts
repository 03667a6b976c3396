import { z } from 'zod';
import { forceComplete } from '@/backend/services/review/force_complete';
import { defineTool } from '../../define_tool';
import { Reason, SubtaskId } from '../../fields';

export const forceCompleteTool = defineTool({
  server: 'task',
  name: 'force_complete',
  description:
    'Mark a subtask COMPLETED without merging it, because what it asks for is on the epic branch already. A last resort; the reason is logged. Normal work is landed with task.approve; what is not needed is given up with task.cancel.',
  roles: ['SUPERVISOR'],
  input: z.strictObject({
    taskId: SubtaskId,
    reason: Reason.describe('How its work came onto the epic branch, and why not by approval.'),
  }),
  async run({ deps, agent }, input) {
    const actor = { kind: 'agent', agentId: agent.id } as const;
    const { task, merged } = await forceComplete(deps, { ...input, actor });
    return merged
      ? `“${task.title}” is COMPLETED; its commits are on the epic branch.`
      : `“${task.title}” is COMPLETED, but its commits are NOT on the epic branch; they stay on ${task.branchName}. If something of them is needed, create a subtask for it with task.create.`;
  },
});
