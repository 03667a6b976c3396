import { z } from 'zod';
import { FactoryError } from '@/backend/domain/errors';
import type { EscalationKind, Escalation as EscalationRow } from './generated/client';
import type { Db, Tx } from './store/store';
import { getTask, idsOf } from './task.accessor';

const Options = z.array(z.object({ value: z.string(), label: z.string() }));
export type Escalation = Omit<EscalationRow, 'options'> & { options: z.infer<typeof Options> };

export type NewEscalation = {
  id: string;
  projectId: string;
  taskId: string | null;
  agentId: string | null;
  kind: EscalationKind;
  title: string;
  body: string;
  options: z.infer<typeof Options>;
  /** The answer that silence gives once the deadline has passed. */
  defaultTo: string;
  deadline: Date;
};

export async function openEscalation(tx: Tx, input: NewEscalation): Promise<Escalation> {
  const row = await tx.client.escalation.create({ data: { ...input, state: 'OPEN', createdAt: tx.now } });
  await append(tx, row, 'escalation.opened');
  return toEscalation(row);
}

export type EscalationEnd =
  | { state: 'ANSWERED'; answer: string; note: string | null }
  | { state: 'EXPIRED' | 'WITHDRAWN' };

/** Closes it once; the first answer stands. */
export async function closeEscalation(tx: Tx, id: string, end: EscalationEnd): Promise<Escalation> {
  const before = await getEscalation(tx, id);
  if (before.state !== 'OPEN') {
    throw new FactoryError('STALE', 'That question was closed already.', 'Reload to see its answer.');
  }
  if (
    end.state === 'ANSWERED' &&
    before.options.length > 0 &&
    !before.options.some((o) => o.value === end.answer)
  ) {
    throw new FactoryError(
      'BAD_INPUT',
      `“${end.answer}” is not one of the answers.`,
      `Choose one of: ${before.options.map((option) => option.value).join(', ')}.`,
    );
  }
  const answer = end.state === 'ANSWERED' ? end.answer : end.state === 'EXPIRED' ? before.defaultTo : null;
  const row = await tx.client.escalation.update({
    where: { id },
    data: { state: end.state, answer, note: end.state === 'ANSWERED' ? end.note : null, answeredAt: tx.now },
  });
  await append(tx, row, 'escalation.closed');
  return toEscalation(row);
}

export async function getEscalation(db: Db, id: string): Promise<Escalation> {
  const row = await db.client.escalation.findUnique({ where: { id } });
  if (row) return toEscalation(row);
  throw new FactoryError(
    'NOT_FOUND',
    `There is no question ${id}.`,
    'Open the inbox to see what waits for you.',
  );
}

export async function findEscalation(db: Db, id: string): Promise<Escalation | null> {
  const row = await db.client.escalation.findUnique({ where: { id } });
  return row ? toEscalation(row) : null;
}

export async function listEscalations(
  db: Db,
  filter: { projectId?: string; taskIds?: string[]; agentId?: string; open?: boolean; limit: number },
): Promise<Escalation[]> {
  const rows = await db.client.escalation.findMany({
    where: {
      ...(filter.projectId === undefined ? {} : { projectId: filter.projectId }),
      ...(filter.taskIds === undefined ? {} : { taskId: { in: filter.taskIds } }),
      ...(filter.agentId === undefined ? {} : { agentId: filter.agentId }),
      ...(filter.open === undefined ? {} : { state: filter.open ? 'OPEN' : { not: 'OPEN' } }),
    },
    orderBy: { createdAt: 'asc' },
    take: filter.limit,
  });
  return rows.map(toEscalation);
}

async function append(
  tx: Tx,
  row: EscalationRow,
  kind: 'escalation.opened' | 'escalation.closed',
): Promise<void> {
  const ids = row.taskId === null ? { projectId: row.projectId } : idsOf(await getTask(tx, row.taskId));
  tx.append({
    kind,
    ...ids,
    agentId: row.agentId,
    payload: { escalationId: row.id, title: row.title, state: row.state, answer: row.answer },
  });
}

function toEscalation(row: EscalationRow): Escalation {
  return { ...row, options: Options.parse(row.options) };
}
