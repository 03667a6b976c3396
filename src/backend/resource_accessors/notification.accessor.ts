import type { Notification } from './generated/client';
import type { Db, Tx } from './store/store';

export type { Notification };

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

export function listDueNotifications(db: Db, input: { now: Date; limit: number }): Promise<Notification[]> {
  return db.client.notification.findMany({
    where: { state: { in: ['PENDING', 'HELD'] }, dueAt: { lte: input.now } },
    orderBy: { createdAt: 'asc' },
    take: input.limit,
  });
}

export async function nextNotificationDue(db: Db): Promise<Date | null> {
  const row = await db.client.notification.findFirst({
    where: { state: { in: ['PENDING', 'HELD'] } },
    orderBy: { dueAt: 'asc' },
    select: { dueAt: true },
  });
  return row?.dueAt ?? null;
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

function append(tx: Tx, row: Notification): void {
  tx.append({
    kind: 'notification.updated',
    projectId: row.projectId,
    taskId: row.taskId,
    payload: { notificationId: row.id, state: row.state, title: row.title, body: row.body, kind: row.kind },
  });
}
