import type { DeliveryKind } from '@/shared/agent';
import { agentIds, getAgent } from './agent.accessor';
import type { Delivery } from './generated/client';
import { remembered } from './store/remembered';
import type { Db, Tx } from './store/store';

export type { Delivery };

export type NewDelivery = {
  id: string;
  agentId: string;
  kind: DeliveryKind;
  body: string;
  mailId?: string | null;
};

/** Puts a message in line for an agent. It is delivered in this order and not before the ones ahead of it. */
export async function enqueueDelivery(tx: Tx, input: NewDelivery): Promise<Delivery> {
  const ordinal = (await tx.client.delivery.count({ where: { agentId: input.agentId } })) + 1;
  const row = await tx.client.delivery.create({
    data: { ...input, ordinal, state: 'QUEUED', createdAt: tx.now },
  });
  await append(tx, row);
  return row;
}

export async function markInjected(
  tx: Tx,
  id: string,
  by: { sessionId: string; channel: string; besideDraft?: boolean },
): Promise<Delivery> {
  const row = await tx.client.delivery.update({
    where: { id },
    data: { state: 'INJECTED', injectedAt: tx.now, tries: { increment: 1 }, ...by },
  });
  await append(tx, row);
  return row;
}

/**
 * Takes the message at the head of an agent's line to give it to a session. Null when there is none, or when one is on
 * its way already: at most one is, whoever asks.
 */
export async function takeNextDelivery(
  tx: Tx,
  input: { agentId: string; sessionId: string; channel: string; besideDraft?: boolean },
): Promise<Delivery | null> {
  const { agentId, ...by } = input;
  const [head] = await listUnseen(tx, agentId);
  if (head?.state !== 'QUEUED') return null;
  return markInjected(tx, head.id, { besideDraft: false, ...by });
}

/** The next rung for one that is on its way. False when it has been seen, or moved, since it was looked at. */
export async function retryDelivery(
  tx: Tx,
  delivery: Pick<Delivery, 'id' | 'tries'>,
  by: { sessionId: string; channel: string; besideDraft?: boolean },
): Promise<boolean> {
  const moved = await tx.client.delivery.updateMany({
    where: { id: delivery.id, state: 'INJECTED', tries: delivery.tries },
    data: { injectedAt: tx.now, tries: { increment: 1 }, ...by },
  });
  if (moved.count === 0) return false;
  await append(tx, await tx.client.delivery.findUniqueOrThrow({ where: { id: delivery.id } }));
  return true;
}

/** Only on the agent's own word. Saying it twice changes nothing. */
export async function markSeen(tx: Tx, id: string): Promise<void> {
  const moved = await tx.client.delivery.updateMany({
    where: { id, state: { in: ['QUEUED', 'INJECTED'] } },
    data: { state: 'SEEN', seenAt: tx.now },
  });
  if (moved.count === 0) return;
  await append(tx, await tx.client.delivery.findUniqueOrThrow({ where: { id } }));
}

/** Back in line, because the session it was put into is gone and did not say that it saw it. */
export async function requeueDelivery(tx: Tx, id: string): Promise<void> {
  const moved = await tx.client.delivery.updateMany({
    where: { id, state: 'INJECTED' },
    data: { state: 'QUEUED', sessionId: null, channel: null },
  });
  if (moved.count === 0) return;
  await append(tx, await tx.client.delivery.findUniqueOrThrow({ where: { id } }));
}

/** Back in line although it was seen: whoever saw it was killed before it could keep it. */
export async function takeBackSeen(tx: Tx, id: string): Promise<void> {
  const moved = await tx.client.delivery.updateMany({
    where: { id, state: 'SEEN' },
    data: { state: 'QUEUED', sessionId: null, channel: null, seenAt: null },
  });
  if (moved.count === 0) return;
  await append(tx, await tx.client.delivery.findUniqueOrThrow({ where: { id } }));
}

/** The first message that an agent was ever given, if it has seen it. */
export function findSeenPrompt(db: Db, agentId: string): Promise<Delivery | null> {
  return db.client.delivery.findFirst({
    where: { agentId, kind: 'PROMPT', state: 'SEEN' },
    orderBy: { ordinal: 'asc' },
  });
}

/** Back at the head of the line with other words: nobody remembers having seen it. */
export async function repeatDelivery(tx: Tx, id: string, body: string): Promise<void> {
  await tx.client.delivery.update({ where: { id }, data: { body } });
  await takeBackSeen(tx, id);
}

/** Not wanted any more: its agent was retired before it could read it. */
export async function dropDeliveries(tx: Tx, agentId: string): Promise<void> {
  const open = await tx.client.delivery.findMany({
    where: { agentId, state: { in: ['QUEUED', 'INJECTED'] } },
  });
  for (const row of open) {
    await append(tx, await tx.client.delivery.update({ where: { id: row.id }, data: { state: 'DROPPED' } }));
  }
}

/** What this agent has not seen yet, in order. */
export const listUnseen = remembered(
  ['Delivery'],
  (db, agentId: string): Promise<Delivery[]> =>
    db.client.delivery.findMany({
      where: { agentId, state: { in: ['QUEUED', 'INJECTED'] } },
      orderBy: { ordinal: 'asc' },
    }),
);

/** The last message that this session is known to have seen. */
export function findLastSeen(db: Db, sessionId: string): Promise<Delivery | null> {
  return db.client.delivery.findFirst({
    where: { sessionId, state: 'SEEN' },
    orderBy: { ordinal: 'desc' },
  });
}

export function findDelivery(db: Db, id: string): Promise<Delivery | null> {
  return db.client.delivery.findUnique({ where: { id } });
}

async function append(tx: Tx, row: Delivery): Promise<void> {
  tx.append({
    kind: 'delivery.state',
    ...(await agentIds(tx, await getAgent(tx, row.agentId))),
    payload: {
      deliveryId: row.id,
      state: row.state,
      kind: row.kind,
      channel: row.channel,
      mailId: row.mailId,
    },
  });
}
