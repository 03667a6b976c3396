import { countMail, type DeliveredMail, listMailPage } from '@/backend/resource_accessors/mail.accessor';
import type { Deps } from '../deps';
import { type Named, nameParties } from './name_parties';

export type InboxPage = { mails: Named<DeliveredMail>[]; unread: number; nextCursor: string | null };

/** An agent's own inbox, newest first. What was put before its eyes by delivery counts as read. */
export async function listInbox(
  deps: Pick<Deps, 'store'>,
  input: { agentId: string; unreadOnly: boolean; limit: number; cursor?: string | undefined },
): Promise<InboxPage> {
  const mine = { toAgentId: input.agentId };
  const [rows, unread] = await Promise.all([
    listMailPage(deps.store, {
      ...mine,
      ...(input.unreadOnly ? { unseen: true } : {}),
      limit: input.limit + 1,
      cursor: input.cursor ?? null,
    }),
    countMail(deps.store, { ...mine, unseen: true }),
  ]);
  const page = rows.slice(0, input.limit);
  return {
    mails: await nameParties(deps.store, page),
    unread,
    nextCursor: rows.length > input.limit ? (page.at(-1)?.id ?? null) : null,
  };
}

export function isUnread(mail: DeliveredMail): boolean {
  return mail.readAt === null && mail.delivery?.state !== 'SEEN';
}
