import type { ConditionType } from '@/backend/domain/condition/condition_type';
import type { Condition, ConditionSubject } from './generated/client';
import { remembered } from './store/remembered';
import type { Db, Tx } from './store/store';

export type { Condition };

export type NewCondition = {
  id: string;
  subjectKind: ConditionSubject;
  subjectId: string;
  type: ConditionType;
  status: boolean;
  reason: string;
  message: string;
};

type EventIds = {
  projectId?: string | null;
  epicId?: string | null;
  taskId?: string | null;
  agentId?: string | null;
};

/** Says why something is as it is. `since` moves only when the status does; the same words twice write nothing. */
export async function setCondition(tx: Tx, input: NewCondition, ids: EventIds): Promise<void> {
  const { subjectKind, subjectId, type } = input;
  const where = { subjectKind_subjectId_type: { subjectKind, subjectId, type } };
  const before = await tx.client.condition.findUnique({ where });
  const { status, reason, message } = input;
  if (before && before.status === status && before.reason === reason && before.message === message) return;
  if (before) {
    const since = before.status === status ? before.since : tx.now;
    await tx.client.condition.update({ where, data: { status, reason, message, since } });
  } else {
    // A condition that never held is not worth a row.
    if (!status) return;
    await tx.client.condition.create({ data: { ...input, since: tx.now } });
  }
  tx.append({
    kind: 'condition.changed',
    ...ids,
    payload: { subjectKind, subjectId, type, status, reason, message },
  });
}

export function listConditions(
  db: Db,
  filter: { subjectKind?: ConditionSubject; subjectIds?: string[]; status?: boolean },
): Promise<Condition[]> {
  return db.client.condition.findMany({
    where: {
      ...(filter.subjectKind === undefined ? {} : { subjectKind: filter.subjectKind }),
      ...(filter.subjectIds === undefined ? {} : { subjectId: { in: filter.subjectIds } }),
      ...(filter.status === undefined ? {} : { status: filter.status }),
    },
    orderBy: { since: 'desc' },
  });
}

/** What holds of a task and its agents. By the index, however many conditions there are. */
export const listConditionsOf = remembered(
  ['Condition'],
  (db, subjects: { taskId: string; agentIds: readonly string[] }): Promise<Condition[]> =>
    db.client.condition.findMany({
      where: {
        status: true,
        OR: [
          { subjectKind: 'TASK', subjectId: subjects.taskId },
          { subjectKind: 'AGENT', subjectId: { in: [...subjects.agentIds] } },
        ],
      },
    }),
);

/** Takes back all that is said about some subjects, or what is of some types. */
export async function takeBackConditions(
  tx: Tx,
  input: { subjectIds: readonly string[]; types?: readonly ConditionType[]; reason: string; message: string },
  ids: EventIds,
): Promise<void> {
  const { reason, message } = input;
  const held = await listConditions(tx, { subjectIds: [...input.subjectIds], status: true });
  for (const { id, subjectKind, subjectId, type } of held) {
    if (input.types && !input.types.some((wanted) => wanted === type)) continue;
    await tx.client.condition.update({
      where: { id },
      data: { status: false, reason, message, since: tx.now },
    });
    const payload = { subjectKind, subjectId, type, status: false, reason, message };
    tx.append({ kind: 'condition.changed', ...ids, payload });
  }
}

/** Its subject is gone for good. */
export async function deleteConditions(tx: Tx, subjectIds: readonly string[]): Promise<void> {
  await tx.client.condition.deleteMany({ where: { subjectId: { in: [...subjectIds] } } });
}
