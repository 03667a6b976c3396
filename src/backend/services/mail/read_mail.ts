import { type Mail, markMail } from '@/backend/resource_accessors/mail.accessor';
import type { Deps } from '../deps';
import { type Named, nameParties } from './name_parties';
import { ownMail } from './own_mail';

/** An agent opens a mail of its own; it is read from then on. */
export async function readMail(
  deps: Pick<Deps, 'store'>,
  input: { agentId: string; mailId: string },
): Promise<Named<Mail>> {
  const mail = await deps.store.write(async (tx) => {
    const own = await ownMail(tx, input);
    return own.toAgentId === input.agentId ? markMail(tx, own.id, { read: true }) : own;
  });
  const [named] = await nameParties(deps.store, [mail]);
  return named ?? { ...mail, fromName: '', toName: '', taskTitle: null };
}
