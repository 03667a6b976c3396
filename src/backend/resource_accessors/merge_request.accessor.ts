import { z } from 'zod';
import { FactoryError } from '@/backend/domain/errors';
import { MergeJournal } from '@/backend/domain/merge/journal';
import type { MergeRequestState, MergeRequest as Row } from './generated/client';
import type { Db, Tx } from './store/store';
import { findTaskAnyway, idsOf } from './task.accessor';

export type MergeRequest = Omit<Row, 'journal' | 'conflictFiles'> & {
  journal: MergeJournal;
  conflictFiles: string[];
};

const OPEN: MergeRequestState[] = ['QUEUED', 'LANDING'];

/** A place at the end of the epic's line, for exactly this head. Asking again for the same head changes nothing. */
export async function enqueueMerge(
  tx: Tx,
  input: { id: string; epicId: string; taskId: string; pullRequestId: string; approvedSha: string },
): Promise<{ merge: MergeRequest; created: boolean }> {
  const open = await findOpenMerge(tx, input.taskId);
  if (open?.approvedSha === input.approvedSha) return { merge: open, created: false };
  const last = await tx.client.mergeRequest.aggregate({
    where: { epicId: input.epicId },
    _max: { ordinal: true },
  });
  const row = await tx.client.mergeRequest.create({
    data: {
      ...input,
      ordinal: (last._max.ordinal ?? 0) + 1,
      state: 'QUEUED',
      journal: {},
      conflictFiles: [],
      createdAt: tx.now,
      updatedAt: tx.now,
    },
  });
  await append(tx, row);
  return { merge: toMerge(row), created: true };
}

export type MergeChange = Partial<Pick<Row, 'state' | 'batchId' | 'reason' | 'logTail' | 'landedAt'>> & {
  journal?: MergeJournal;
  conflictFiles?: string[];
};

/** Writes only while the row is in the state that the caller decided on; false when it has moved on. */
export async function updateMerge(
  tx: Tx,
  input: { id: string; expected: MergeRequestState; change: MergeChange },
): Promise<boolean> {
  const moved = await tx.client.mergeRequest.updateMany({
    where: { id: input.id, state: input.expected },
    data: { ...input.change, updatedAt: tx.now },
  });
  if (moved.count === 0) return false;
  await append(tx, await tx.client.mergeRequest.findUniqueOrThrow({ where: { id: input.id } }));
  return true;
}

/** Takes a task out of the line. One that is being landed at this moment is not touched: BUSY. */
export async function withdrawMerge(
  tx: Tx,
  input: { taskId: string; to: 'VOID' | 'CANCELLED'; reason: string },
): Promise<void> {
  const open = await findOpenMerge(tx, input.taskId);
  if (!open) return;
  if (open.state === 'LANDING') {
    throw new FactoryError(
      'BUSY',
      'This task is being merged at this moment.',
      'Wait until the merge is done or refused, then look at the task again.',
    );
  }
  const change = { state: input.to, reason: input.reason, batchId: null };
  await updateMerge(tx, { id: open.id, expected: 'QUEUED', change });
}

async function findOpenMerge(db: Db, taskId: string): Promise<MergeRequest | null> {
  const row = await db.client.mergeRequest.findFirst({ where: { taskId, state: { in: OPEN } } });
  return row ? toMerge(row) : null;
}

export type MergeFilter = {
  epicId?: string;
  taskIds?: string[];
  open?: boolean;
  states?: MergeRequestState[];
};

/** In the order of the line. */
export async function listMerges(db: Db, filter: MergeFilter): Promise<MergeRequest[]> {
  const rows = await db.client.mergeRequest.findMany({
    where: {
      ...(filter.epicId === undefined ? {} : { epicId: filter.epicId }),
      ...(filter.taskIds === undefined ? {} : { taskId: { in: filter.taskIds } }),
      ...(filter.open === true ? { state: { in: OPEN } } : {}),
      ...(filter.states === undefined ? {} : { state: { in: filter.states } }),
    },
    orderBy: [{ epicId: 'asc' }, { ordinal: 'asc' }],
  });
  return rows.map(toMerge);
}

async function append(tx: Tx, row: Row): Promise<void> {
  const task = await findTaskAnyway(tx, row.taskId);
  tx.append({
    kind: 'merge.updated',
    ...(task ? idsOf(task) : { epicId: row.epicId }),
    payload: { mergeRequestId: row.id, state: row.state, ordinal: row.ordinal, reason: row.reason },
  });
}

function toMerge(row: Row): MergeRequest {
  return {
    ...row,
    journal: MergeJournal.parse(row.journal),
    conflictFiles: z.array(z.string()).parse(row.conflictFiles),
  };
}
