import { z } from 'zod';
import { logDecision } from '@/backend/services/decision/log_decision';
import { BOTH, defineTool } from '../../define_tool';

export const logDecisionTool = defineTool({
  server: 'system',
  name: 'log_decision',
  description:
    'Write down a decision that somebody may ask about later: what you chose, why, and what you chose against.',
  roles: BOTH,
  input: z.strictObject({
    decision: z
      .string()
      .trim()
      .min(1, 'Say what you decided.')
      .max(2000, 'Keep the decision under 2,000 characters.'),
    reasoning: z
      .string()
      .trim()
      .min(1, 'Say why.')
      .max(20_000, 'Keep the reasoning under 20,000 characters.'),
    context: z
      .record(z.string().max(100), z.string().max(5000))
      .default({})
      .describe('Facts that it rests on, as names and texts: files, alternatives, numbers.'),
  }),
  async run({ deps, agent }, input) {
    const row = await logDecision(deps, { ...input, agentId: agent.id });
    return `Logged as decision ${row.id}.`;
  },
});
