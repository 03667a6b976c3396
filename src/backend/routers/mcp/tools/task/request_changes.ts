import { z } from 'zod';
import { requestChanges } from '@/backend/services/review/request_changes';
import { defineTool } from '../../define_tool';
import { SubtaskId } from '../../fields';

const Comment = z.strictObject({
  path: z.string().min(1).max(1000),
  line: z.int().min(1),
  side: z.enum(['old', 'new']).default('new'),
  body: z.string().trim().min(1, 'Say what is wrong with this line.').max(5000),
});

export const requestChangesTool = defineTool({
  server: 'task',
  name: 'request_changes',
  description:
    'Send a subtask in REVIEW back to its worker, who still has the whole conversation. Say exactly what must change and why; comments can point at lines.',
  roles: ['SUPERVISOR'],
  input: z.strictObject({
    taskId: SubtaskId,
    feedback: z.string().trim().min(1, 'Say what has to change.').max(20_000),
    comments: z.array(Comment).max(50).default([]),
  }),
  async run({ deps, agent }, { feedback, ...input }) {
    const actor = { kind: 'agent', agentId: agent.id } as const;
    const { task } = await requestChanges(deps, { ...input, actor, body: feedback });
    return `“${task.title}” is ${task.state} again and its worker was told. You get a mail when it is submitted again.`;
  },
});
