import { z } from 'zod';
import { cancelTask } from '@/backend/services/task/cancel_task';
import { describeTask } from '@/backend/services/task/describe_task';
import { defineTool } from '../../define_tool';
import { Reason, SubtaskId } from '../../fields';

export const cancelTool = defineTool({
  server: 'task',
  name: 'cancel',
  description:
    'Give a subtask up that the epic does not need or that cannot be done. Its worker is stopped, its commits stay on its branch, and it can not be taken up again; the reason is logged.',
  roles: ['SUPERVISOR'],
  input: z.strictObject({ taskId: SubtaskId, reason: Reason.describe('Why the epic does without it.') }),
  async run({ deps, agent }, input) {
    const actor = { kind: 'agent', agentId: agent.id } as const;
    const task = await cancelTask(deps, { ...input, actor });
    const { family, neededBy } = await describeTask(deps, { agentId: agent.id, taskId: task.id });
    const waiting = family.filter((row) => neededBy.includes(row.id) && row.state === 'PENDING');
    const done = `“${task.title}” is CANCELLED. What it committed stays on ${task.branchName}.`;
    if (waiting.length === 0) return done;
    const names = waiting.map((row) => `${row.id} “${row.title}”`).join(', ');
    return `${done}\nThese wait for it and will not start: ${names}. Cancel them too, and create anew what is still needed, without that dependency.`;
  },
});
