import { enqueueDelivery } from '@/backend/resource_accessors/delivery.accessor';
import { createMail, type Mail } from '@/backend/resource_accessors/mail.accessor';
import type { Tx } from '@/backend/resource_accessors/store/store';
import type { MailKind } from '@/shared/mail';
import { renderMail } from './render_mail';

export type Sender =
  | { party: 'AGENT'; agentId: string; name: string }
  | { party: 'HUMAN' }
  | { party: 'SYSTEM' };
export type Recipient = { party: 'AGENT'; agentId: string } | { party: 'HUMAN' };

export type PostMail = {
  projectId: string;
  taskId: string | null;
  kind: MailKind;
  from: Sender;
  to: Recipient;
  subject: string;
  body: string;
  inReplyTo?: Pick<Mail, 'id' | 'threadId'>;
};

/** Writes a mail and, when it goes to an agent, puts it in line for delivery in the same transaction. */
export async function postMail(tx: Tx, newId: () => string, input: PostMail): Promise<Mail> {
  const id = newId();
  const mail = await createMail(tx, {
    id,
    projectId: input.projectId,
    threadId: input.inReplyTo?.threadId ?? id,
    inReplyToId: input.inReplyTo?.id ?? null,
    kind: input.kind,
    fromParty: input.from.party,
    fromAgentId: input.from.party === 'AGENT' ? input.from.agentId : null,
    toParty: input.to.party,
    toAgentId: input.to.party === 'AGENT' ? input.to.agentId : null,
    taskId: input.taskId,
    subject: input.subject,
    body: input.body,
  });
  if (input.to.party === 'AGENT') {
    await enqueueDelivery(tx, {
      id: newId(),
      agentId: input.to.agentId,
      kind: 'MAIL',
      mailId: mail.id,
      body: renderMail({ mail, fromName: nameOf(input.from) }),
    });
  }
  return mail;
}

function nameOf(from: Sender): string {
  return from.party === 'AGENT' ? from.name : from.party === 'HUMAN' ? 'the human' : 'the system';
}
