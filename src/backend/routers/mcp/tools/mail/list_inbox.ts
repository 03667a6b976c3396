import { z } from 'zod';
import { isUnread, listInbox } from '@/backend/services/mail/list_inbox';
import { Id } from '@/shared/id';
import { BOTH, defineTool } from '../../define_tool';

export const listInboxTool = defineTool({
  server: 'mail',
  name: 'list_inbox',
  description:
    'List your mail, newest first. Mail is also handed to you as a message when it comes; this is for looking back.',
  roles: BOTH,
  readOnly: true,
  input: z.strictObject({
    unreadOnly: z.boolean().default(false),
    limit: z.int().min(1).max(100).default(20),
    cursor: Id.optional().describe('Where to go on, as the page before says.'),
  }),
  async run({ deps, agent }, input) {
    const { mails, unread, nextCursor } = await listInbox(deps, { ...input, agentId: agent.id });
    if (mails.length === 0) return input.unreadOnly ? 'You have no unread mail.' : 'Your inbox is empty.';
    const lines = mails.map(
      (mail) =>
        `- ${mail.id} ${isUnread(mail) ? 'unread' : 'read'} ${mail.createdAt.toISOString()} from ${mail.fromName}: ${mail.subject}${mail.taskTitle === null ? '' : ` (about “${mail.taskTitle}”)`}`,
    );
    const more = nextCursor === null ? '' : `\n(More: call again with cursor "${nextCursor}".)`;
    return `${unread} unread. Open one with mail.read.\n${lines.join('\n')}${more}`;
  },
});
