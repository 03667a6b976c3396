import { z } from 'zod';
import { createFinalPr } from '@/backend/services/review/create_final_pr';
import { defineTool } from '../../define_tool';
import { sayChecks } from '../../say_checks';

export const createFinalPrTool = defineTool({
  server: 'task',
  name: 'create_final_pr',
  description:
    'Open the final pull request of your epic, once every subtask has ended. The human reviews it; you get a mail if changes are wanted.',
  roles: ['SUPERVISOR'],
  input: z.strictObject({
    summary: z
      .string()
      .trim()
      .max(20_000, 'Keep the summary under 20,000 characters.')
      .default('')
      .describe('What the epic did as a whole. What each subtask did is added by itself.'),
  }),
  async run({ deps, agent }, input) {
    const { pullRequest, check, epic, repeated } = await createFinalPr(deps, { ...input, agentId: agent.id });
    const what = `#${pullRequest.number} “${pullRequest.title}”, ${pullRequest.headBranch} → ${pullRequest.baseBranch}`;
    const tests = sayChecks(check === null ? [] : [check]);
    if (repeated) return `${what} is open already and with the human; nothing was done again. ${tests}`;
    return `Opened ${what}. ${tests}\nThe epic is ${epic.state} and the human was told. End your turn; if changes are wanted, they come to you as a mail.`;
  },
});
