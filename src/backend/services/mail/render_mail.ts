import type { Mail } from '@/backend/resource_accessors/mail.accessor';

/** A mail as an agent reads it: who, about what, and how to answer. */
export function renderMail(input: {
  mail: Pick<Mail, 'id' | 'subject' | 'body' | 'fromParty'>;
  fromName: string;
}): string {
  const { mail, fromName } = input;
  const answer = mail.fromParty === 'SYSTEM' ? '' : `\n\n(Answer with mail.reply, mailId "${mail.id}".)`;
  return `Mail from ${fromName}: ${mail.subject}\n\n${mail.body}${answer}`;
}
