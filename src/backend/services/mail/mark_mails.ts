import { FactoryError } from '@/backend/domain/errors';
import { getMail, type Mail, markMail } from '@/backend/resource_accessors/mail.accessor';
import type { Deps } from '../deps';

/** The human reads, archives or brings back mails of their own; what agents were sent is theirs to read. */
export async function markMails(
  deps: Pick<Deps, 'store'>,
  input: { ids: string[]; read?: boolean | undefined; archived?: boolean | undefined },
): Promise<Mail[]> {
  const change = {
    ...(input.read === undefined ? {} : { read: input.read }),
    ...(input.archived === undefined ? {} : { archived: input.archived }),
  };
  return deps.store.write(async (tx) => {
    const marked: Mail[] = [];
    for (const id of new Set(input.ids)) {
      if ((await getMail(tx, id)).toParty !== 'HUMAN') {
        throw new FactoryError(
          'FORBIDDEN',
          'That mail is addressed to an agent.',
          'Mark only mail of your own inbox.',
        );
      }
      marked.push(await markMail(tx, id, change));
    }
    return marked;
  });
}
