import { z } from 'zod';
import { readMail } from '@/backend/services/mail/read_mail';
import { Id } from '@/shared/id';
import { BOTH, defineTool } from '../../define_tool';
import { Offset } from '../../fields';
import { pageText } from '../../page_text';

export const readTool = defineTool({
  server: 'mail',
  name: 'read',
  description: 'Read a mail that was sent to you or by you.',
  roles: BOTH,
  input: z.strictObject({ mailId: Id.describe('As mail.list_inbox shows it.'), offset: Offset }),
  async run({ deps, agent }, { offset, ...input }) {
    const mail = await readMail(deps, { ...input, agentId: agent.id });
    const about = mail.taskId === null ? '' : `\nAbout: task ${mail.taskId} “${mail.taskTitle ?? ''}”`;
    const head = `From: ${mail.fromName}\nTo: ${mail.toName}\nSent: ${mail.createdAt.toISOString()}\nSubject: ${mail.subject}${about}`;
    const answer = mail.fromParty === 'SYSTEM' ? '' : `\n\n(Answer with mail.reply, mailId "${mail.id}".)`;
    return `${head}\n\n${pageText(mail.body, offset)}${answer}`;
  },
});
