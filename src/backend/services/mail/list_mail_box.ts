import { countThreads, type DeliveredMail, listMailPage } from '@/backend/resource_accessors/mail.accessor';
import type { ListMail } from '@/shared/mail';
import type { Deps } from '../deps';
import { type Named, nameParties } from './name_parties';

export type MailBoxRow = Named<DeliveredMail> & { threadSize: number };
export type MailBoxPage = { items: MailBoxRow[]; nextCursor: string | null };

/** What the human sees of mail: their own, everybody's, or one agent's, newest first. */
export async function listMailBox(
  deps: Pick<Deps, 'store'>,
  input: Required<Pick<ListMail, 'box' | 'limit'>> & Omit<ListMail, 'box' | 'limit'>,
): Promise<MailBoxPage> {
  const rows = await listMailPage(deps.store, {
    ...(input.projectId === undefined ? {} : { projectId: input.projectId }),
    ...(input.taskId === undefined ? {} : { taskId: input.taskId }),
    ...(input.box === 'mine' ? { toParty: 'HUMAN' as const, archived: input.archived ?? false } : {}),
    ...(input.box === 'agent' && input.agentId !== undefined ? { agentId: input.agentId } : {}),
    ...(input.unread === true ? { unread: true } : {}),
    ...(input.search === undefined ? {} : { search: input.search }),
    limit: input.limit + 1,
    cursor: input.cursor ?? null,
  });
  const page = rows.slice(0, input.limit);
  const [named, sizes] = await Promise.all([
    nameParties(deps.store, page),
    countThreads(deps.store, [...new Set(page.map((mail) => mail.threadId))]),
  ]);
  return {
    items: named.map((mail) => ({ ...mail, threadSize: sizes.get(mail.threadId) ?? 1 })),
    nextCursor: rows.length > input.limit ? (page.at(-1)?.id ?? null) : null,
  };
}
