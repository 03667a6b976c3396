import { FactoryError } from '@/backend/domain/errors';
import { type DeliveredMail, listMailPage } from '@/backend/resource_accessors/mail.accessor';
import type { Deps } from '../deps';
import { type Named, nameParties } from './name_parties';

const MOST = 500;

/** A talk from its first mail on. */
export async function getThread(
  deps: Pick<Deps, 'store'>,
  input: { threadId: string },
): Promise<Named<DeliveredMail>[]> {
  const mails = await listMailPage(deps.store, { threadId: input.threadId, limit: MOST, order: 'asc' });
  if (mails.length > 0) return nameParties(deps.store, mails);
  throw new FactoryError('NOT_FOUND', 'There is no such thread.', 'Pick one from the list of mail.');
}
