import { FactoryError } from '@/backend/domain/errors';
import type { Delivery, Mail, Party, Prisma } from './generated/client';
import type { Db, Tx } from './store/store';
import { getTask, idsOf } from './task.accessor';

export type { Mail };

export type NewMail = {
  id: string;
  projectId: string;
  threadId: string;
  inReplyToId: string | null;
  kind: string;
  fromParty: Party;
  fromAgentId: string | null;
  toParty: Party;
  toAgentId: string | null;
  taskId: string | null;
  subject: string;
  body: string;
};

export async function createMail(tx: Tx, input: NewMail): Promise<Mail> {
  const row = await tx.client.mail.create({ data: { ...input, createdAt: tx.now } });
  tx.append({
    kind: 'mail.sent',
    ...(await idsOfMail(tx, row)),
    payload: {
      mailId: row.id,
      threadId: row.threadId,
      kind: row.kind,
      subject: row.subject,
      toParty: row.toParty,
    },
  });
  return row;
}

export async function markMail(
  tx: Tx,
  id: string,
  change: { read?: boolean; archived?: boolean },
): Promise<Mail> {
  const mail = await getMail(tx, id);
  const readAt = change.read === undefined ? mail.readAt : change.read ? (mail.readAt ?? tx.now) : null;
  const archivedAt =
    change.archived === undefined ? mail.archivedAt : change.archived ? (mail.archivedAt ?? tx.now) : null;
  if (readAt?.getTime() === mail.readAt?.getTime() && archivedAt?.getTime() === mail.archivedAt?.getTime())
    return mail;
  const row = await tx.client.mail.update({ where: { id }, data: { readAt, archivedAt } });
  tx.append({
    kind: 'mail.updated',
    ...(await idsOfMail(tx, row)),
    payload: { mailId: id, read: row.readAt !== null, archived: row.archivedAt !== null },
  });
  return row;
}

export async function getMail(db: Db, id: string): Promise<Mail> {
  const row = await db.client.mail.findUnique({ where: { id } });
  if (row) return row;
  throw new FactoryError('NOT_FOUND', `There is no mail ${id}.`, 'List the inbox to find its id.');
}

export type MailFilter = {
  projectId?: string;
  toParty?: Party;
  toAgentId?: string;
  /** Mail from or to this agent. */
  agentId?: string;
  threadId?: string;
  taskId?: string;
  subject?: string;
  unread?: boolean;
  /** Not read, and not shown to its agent by delivery either. */
  unseen?: boolean;
  archived?: boolean;
  /** Every word of it is in the subject or the body. */
  search?: string;
  limit: number;
  before?: Date;
};

export function listMail(db: Db, filter: MailFilter): Promise<Mail[]> {
  return db.client.mail.findMany({
    where: toWhere(filter),
    orderBy: { createdAt: 'desc' },
    take: filter.limit,
  });
}

/** How far a mail to an agent has come. */
export type MailDelivery = Pick<Delivery, 'id' | 'state' | 'tries' | 'channel' | 'injectedAt' | 'seenAt'>;
export type DeliveredMail = Mail & { delivery: MailDelivery | null };

/** Newest first, a page at a time, each with how far it has come. `cursor` is the last id of the page before. */
export function listMailPage(
  db: Db,
  filter: MailFilter & { cursor?: string | null; order?: 'asc' | 'desc' },
): Promise<DeliveredMail[]> {
  const order = filter.order ?? 'desc';
  return db.client.mail.findMany({
    where: toWhere(filter),
    include: {
      delivery: {
        select: { id: true, state: true, tries: true, channel: true, injectedAt: true, seenAt: true },
      },
    },
    orderBy: [{ createdAt: order }, { id: order }],
    take: filter.limit,
    ...(filter.cursor ? { cursor: { id: filter.cursor }, skip: 1 } : {}),
  });
}

/** How many mails each of these threads has. */
export async function countThreads(db: Db, threadIds: readonly string[]): Promise<Map<string, number>> {
  const groups = await db.client.mail.groupBy({
    by: ['threadId'],
    where: { threadId: { in: [...threadIds] } },
    _count: { _all: true },
  });
  return new Map(groups.map((group) => [group.threadId, group._count._all]));
}

export function countMail(db: Db, filter: Omit<MailFilter, 'limit'>): Promise<number> {
  return db.client.mail.count({ where: toWhere(filter) });
}

/** Goes with the task it was about. */
export async function deleteMailOfTask(tx: Tx, taskId: string): Promise<void> {
  await tx.client.mail.deleteMany({ where: { taskId } });
}

function toWhere(filter: Omit<MailFilter, 'limit'>): Prisma.MailWhereInput {
  return {
    AND: [
      ...(filter.agentId === undefined
        ? []
        : [{ OR: [{ fromAgentId: filter.agentId }, { toAgentId: filter.agentId }] }]),
      ...(filter.unseen === true
        ? [{ readAt: null, OR: [{ delivery: null }, { delivery: { state: { not: 'SEEN' as const } } }] }]
        : []),
      ...wordsOf(filter.search).map((word) => ({
        OR: [{ subject: { contains: word } }, { body: { contains: word } }],
      })),
    ],
    ...(filter.projectId === undefined ? {} : { projectId: filter.projectId }),
    ...(filter.toParty === undefined ? {} : { toParty: filter.toParty }),
    ...(filter.toAgentId === undefined ? {} : { toAgentId: filter.toAgentId }),
    ...(filter.threadId === undefined ? {} : { threadId: filter.threadId }),
    ...(filter.taskId === undefined ? {} : { taskId: filter.taskId }),
    ...(filter.subject === undefined ? {} : { subject: filter.subject }),
    ...(filter.unread === undefined ? {} : { readAt: filter.unread ? null : { not: null } }),
    ...(filter.archived === undefined ? {} : { archivedAt: filter.archived ? { not: null } : null }),
    ...(filter.before === undefined ? {} : { createdAt: { lt: filter.before } }),
  };
}

function wordsOf(search: string | undefined): string[] {
  return (search ?? '').split(/\s+/).filter((word) => word !== '');
}

async function idsOfMail(tx: Tx, mail: Mail) {
  const agentId = mail.toAgentId ?? mail.fromAgentId;
  if (mail.taskId === null) return { projectId: mail.projectId, agentId };
  return { ...idsOf(await getTask(tx, mail.taskId)), agentId };
}
