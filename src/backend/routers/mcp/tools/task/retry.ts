import { z } from 'zod';
import { retryTask } from '@/backend/services/task/retry_task';
import { defineTool } from '../../define_tool';
import { Reason, SubtaskId } from '../../fields';

export const retryTool = defineTool({
  server: 'task',
  name: 'retry',
  description:
    'Let a subtask that is FAILED or BLOCKED be tried again, by the same worker with its conversation and commits. Say what is to be different this time. It can be tried a few times; after that cut the work differently.',
  roles: ['SUPERVISOR'],
  input: z.strictObject({
    taskId: SubtaskId,
    note: Reason.describe('What the worker should do differently, or what has changed. It is sent to it.'),
  }),
  async run({ deps, agent }, input) {
    const actor = { kind: 'agent', agentId: agent.id } as const;
    const task = await retryTask(deps, { ...input, actor });
    return `“${task.title}” is ${task.state} again; its worker goes on when there is room, and has your note. You get a mail when it submits.`;
  },
});
