import { z } from 'zod';
import { replyMail } from '@/backend/services/mail/reply_mail';
import { Id } from '@/shared/id';
import { MailBody } from '@/shared/mail';
import { BOTH, defineTool } from '../../define_tool';

export const replyTool = defineTool({
  server: 'mail',
  name: 'reply',
  description: 'Answer a mail in its own thread. The answer goes to whoever wrote it.',
  roles: BOTH,
  input: z.strictObject({ mailId: Id.describe('The mail you answer.'), body: MailBody }),
  async run({ deps, agent }, input) {
    const mail = await replyMail(deps, { ...input, from: { agentId: agent.id } });
    return `Mail ${mail.id} is on its way to ${mail.toParty === 'HUMAN' ? 'the human' : 'its reader'}: ${mail.subject}`;
  },
});
