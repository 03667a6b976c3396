import type { Notification, NotificationAttempt } from './generated/client';
import type { Db, Tx } from './store/store';

export type DueNotification = Notification & { attempts: Pick<NotificationAttempt, 'channel' | 'ok'>[] };

export type NewNotification = Pick<
  Notification,
  'id' | 'fact' | 'kind' | 'projectId' | 'taskId' | 'title' | 'body' | 'forced'
>;

/** The same fact is stored once, so that nothing is told twice, whatever is repeated or restarted. */
export async function createNotification(tx: Tx, input: NewNotification): Promise<void> {
  const known = await tx.client.notification.findUnique({
    where: { fact: input.fact },
    select: { id: true },
  });
  if (known !== null) return;
  const row = await tx.client.notification.create({
    data: { ...input, state: 'PENDING', dueAt: tx.now, createdAt: tx.now },
  });
  append(tx, row);
}

/** What is to be told for the first time, and what has failed and is to be tried again. */
export function listDueNotifications(
  db: Db,
  input: { now: Date; limit: number },
): Promise<DueNotification[]> {
  return db.client.notification.findMany({
    where: {
      OR: [
        { state: { in: ['PENDING', 'HELD'] }, dueAt: { lte: input.now } },
        { retryAt: { lte: input.now } },
      ],
    },
    orderBy: { createdAt: 'asc' },
    take: input.limit,
    include: { attempts: { select: { channel: true, ok: true } } },
  });
}

export async function nextNotificationDue(db: Db): Promise<Date | null> {
  const [first, again] = await Promise.all([
    db.client.notification.findFirst({
      where: { state: { in: ['PENDING', 'HELD'] } },
      orderBy: { dueAt: 'asc' },
      select: { dueAt: true },
    }),
    db.client.notification.findFirst({
      where: { retryAt: { not: null } },
      orderBy: { retryAt: 'asc' },
      select: { retryAt: true },
    }),
  ]);
  const times = [first?.dueAt, again?.retryAt].flatMap((time) => time?.getTime() ?? []);
  return times.length === 0 ? null : new Date(Math.min(...times));
}

/** Takes it for sending. False when another process took it first. */
export async function settleNotification(
  tx: Tx,
  input: { id: string; from: Notification['state']; to: Notification['state']; dueAt?: Date },
): Promise<boolean> {
  const { count } = await tx.client.notification.updateMany({
    where: { id: input.id, state: input.from },
    data: { state: input.to, ...(input.dueAt === undefined ? {} : { dueAt: input.dueAt }) },
  });
  if (count === 0) return false;
  append(tx, await tx.client.notification.findUniqueOrThrow({ where: { id: input.id } }));
  return true;
}

/** Takes a retry (`to` null), or puts it off. False when another process took it first. */
export async function moveRetry(
  tx: Tx,
  input: { id: string; from: Date; to: Date | null },
): Promise<boolean> {
  const { count } = await tx.client.notification.updateMany({
    where: { id: input.id, retryAt: input.from },
    data: { retryAt: input.to },
  });
  return count === 1;
}

/** What became of an attempt of which not everything worked, or that was not the first. */
export async function recordOutcome(
  tx: Tx,
  input: { id: string; state: 'SENT' | 'FAILED'; retryAt: Date | null },
): Promise<void> {
  const { id, ...data } = input;
  append(tx, await tx.client.notification.update({ where: { id }, data }), { again: true });
}

export async function recordAttempt(
  tx: Tx,
  input: { id: string; notificationId: string; channel: string; error: string | null },
): Promise<void> {
  const { error, ...ids } = input;
  await tx.client.notificationAttempt.create({ data: { ...ids, ok: error === null, error, at: tx.now } });
}

export function listNotifications(db: Db, input: { limit: number }) {
  return db.client.notification.findMany({
    orderBy: { createdAt: 'desc' },
    take: input.limit,
    include: { attempts: { orderBy: { at: 'asc' } } },
  });
}

/** `again` when the open pages have been told already. */
function append(tx: Tx, row: Notification, more: { again?: true } = {}): void {
  tx.append({
    kind: 'notification.updated',
    projectId: row.projectId,
    taskId: row.taskId,
    payload: {
      notificationId: row.id,
      state: row.state,
      title: row.title,
      body: row.body,
      kind: row.kind,
      ...more,
    },
  });
}
