import { z } from 'zod';
import { sendMail } from '@/backend/services/mail/send_mail';
import { MailBody, MailSubject } from '@/shared/mail';
import { BOTH, defineTool } from '../../define_tool';

export const sendTool = defineTool({
  server: 'mail',
  name: 'send',
  description:
    'Write a mail. A worker writes to "supervisor" or "human"; a supervisor writes to "human", or to the worker of a subtask by giving the id of that subtask. Answers come to you by themselves as a message; do not wait or poll for them.',
  roles: BOTH,
  input: z.strictObject({
    to: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .describe('"supervisor", "human", or the id of one of your subtasks.'),
    subject: MailSubject,
    body: MailBody,
  }),
  async run({ deps, agent }, input) {
    const { mail, toName, note } = await sendMail(deps, { ...input, agentId: agent.id });
    return `Mail ${mail.id} is on its way to ${toName}.${note === null ? '' : ` ${note}`}`;
  },
});
