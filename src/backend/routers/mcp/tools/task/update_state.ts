import { z } from 'zod';
import { reportState } from '@/backend/services/task/report_state';
import { defineTool } from '../../define_tool';
import { Reason } from '../../fields';

export const updateStateTool = defineTool({
  server: 'task',
  name: 'update_state',
  description:
    'Report that your task is BLOCKED (you need something from somebody), that it FAILED (it cannot be done), or that it is IN_PROGRESS again after a block. Finished work is submitted with task.create_pr instead.',
  roles: ['WORKER'],
  input: z.strictObject({
    state: z
      .enum(['BLOCKED', 'FAILED', 'IN_PROGRESS'], {
        error:
          'you may report BLOCKED, FAILED or IN_PROGRESS; finished work is submitted with task.create_pr',
      })
      .describe('The state to report.'),
    reason: Reason.describe(
      'What is in the way and what you need, in full: whoever reads it sees only this.',
    ),
  }),
  async run({ deps, agent }, input) {
    const { task, changed, toldHuman } = await reportState(deps, { ...input, agentId: agent.id });
    if (!changed) return `Your task is ${task.state} already; nothing was changed and nobody was told again.`;
    const who = toldHuman ? 'The human' : 'Your supervisor';
    if (task.state === 'IN_PROGRESS') return 'Your task is IN_PROGRESS again. Go on.';
    if (task.state === 'FAILED')
      return `Your task is FAILED. ${who} was told. Commit what is worth keeping and end your turn.`;
    return `Your task is BLOCKED. ${who} was told. End your turn now; the answer comes to you as a mail.`;
  },
});
