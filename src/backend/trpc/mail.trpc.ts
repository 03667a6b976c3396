import { z } from 'zod';
import { countMail } from '@/backend/resource_accessors/mail.accessor';
import { getThread } from '@/backend/services/mail/get_thread';
import { listMailBox } from '@/backend/services/mail/list_mail_box';
import { markMails } from '@/backend/services/mail/mark_mails';
import { replyMail } from '@/backend/services/mail/reply_mail';
import { sendHumanMail } from '@/backend/services/mail/send_mail';
import { Id } from '@/shared/id';
import { ListMail, MailBody, MailSubject } from '@/shared/mail';
import { procedure, router } from './trpc';

const Send = z.object({
  to: z.union([z.object({ agentId: Id }), z.object({ taskId: Id })]),
  subject: MailSubject,
  body: MailBody,
});

const Mark = z.object({
  ids: z.array(Id).min(1, 'Choose at least one mail.').max(500),
  read: z.boolean().optional(),
  archived: z.boolean().optional(),
});

export const mailRouter = router({
  list: procedure.input(ListMail.prefault({})).query(({ ctx, input }) => listMailBox(ctx.deps, input)),
  unread: procedure
    .input(z.object({ projectId: Id.optional() }).prefault({}))
    .query(({ ctx, input }) =>
      countMail(ctx.deps.store, { ...input, toParty: 'HUMAN', unread: true, archived: false }),
    ),
  thread: procedure.input(z.object({ threadId: Id })).query(({ ctx, input }) => getThread(ctx.deps, input)),
  send: procedure.input(Send).mutation(({ ctx, input }) => sendHumanMail(ctx.deps, input)),
  reply: procedure
    .input(z.object({ mailId: Id, body: MailBody }))
    .mutation(({ ctx, input }) => replyMail(ctx.deps, { ...input, from: 'human' })),
  mark: procedure.input(Mark).mutation(({ ctx, input }) => markMails(ctx.deps, input)),
});
