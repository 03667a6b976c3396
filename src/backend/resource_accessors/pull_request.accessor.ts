import { z } from 'zod';
import { FactoryError } from '@/backend/domain/errors';
import type { PullRequestKind, PullRequestState, PullRequest as Row } from './generated/client';
import { takePullRequestNumber } from './project.accessor';
import type { Db, Tx } from './store/store';
import { findTaskAnyway, idsOf } from './task.accessor';

export type PullRequest = Omit<Row, 'conflictFiles'> & { conflictFiles: string[] };

export type NewPullRequest = {
  id: string;
  projectId: string;
  taskId: string;
  kind: PullRequestKind;
  title: string;
  body: string;
  headBranch: string;
  baseBranch: string;
  mirrorPending: boolean;
} & Measured;

/** What a look at the two commits gave. */
export type Measured = {
  headSha: string;
  baseSha: string;
  additions: number;
  deletions: number;
  changedFiles: number;
  commits: number;
  conflictFiles: string[];
};

export type PullRequestChange = Partial<
  Measured &
    Pick<
      Row,
      | 'state'
      | 'title'
      | 'body'
      | 'baseBranch'
      | 'mergedSha'
      | 'forgeNumber'
      | 'forgeUrl'
      | 'mirrorPending'
      | 'mirrorError'
      | 'mirroredAt'
    >
>;

export async function createPullRequest(tx: Tx, input: NewPullRequest): Promise<PullRequest> {
  const number = await takePullRequestNumber(tx, input.projectId);
  const row = await tx.client.pullRequest.create({
    data: { ...input, number, state: 'OPEN', createdAt: tx.now, updatedAt: tx.now },
  });
  await append(tx, row, 'pull_request.opened', { number, kind: row.kind, title: row.title });
  return toPullRequest(row);
}

/** The same facts again write nothing. */
export async function updatePullRequest(tx: Tx, id: string, change: PullRequestChange): Promise<PullRequest> {
  const before = await getPullRequest(tx, id);
  const now: Record<string, unknown> = before;
  const fields = Object.entries(change)
    .filter(([key, value]) => value !== undefined && JSON.stringify(now[key]) !== JSON.stringify(value))
    .map(([key]) => key);
  if (fields.length === 0) return before;
  const over = change.state !== undefined && change.state !== 'OPEN';
  const row = await tx.client.pullRequest.update({
    where: { id },
    data: { ...change, ...(over ? { closedAt: before.closedAt ?? tx.now } : {}), updatedAt: tx.now },
  });
  await append(tx, row, 'pull_request.updated', { number: row.number, state: row.state, fields });
  return toPullRequest(row);
}

export async function getPullRequest(db: Db, id: string): Promise<PullRequest> {
  const row = await db.client.pullRequest.findUnique({ where: { id } });
  if (row) return toPullRequest(row);
  throw new FactoryError('NOT_FOUND', `There is no pull request ${id}.`, 'Open it from its task.');
}

/** The one that is open, or else the newest there was. */
export async function findPullRequest(db: Db, taskId: string): Promise<PullRequest | null> {
  const rows = await db.client.pullRequest.findMany({ where: { taskId }, orderBy: { number: 'desc' } });
  const row = rows.find(({ state }) => state === 'OPEN') ?? rows[0];
  return row ? toPullRequest(row) : null;
}

export async function findOpenPullRequest(db: Db, taskId: string): Promise<PullRequest | null> {
  const found = await findPullRequest(db, taskId);
  return found?.state === 'OPEN' ? found : null;
}

export type PullRequestFilter = {
  projectId?: string | undefined;
  taskIds?: string[] | undefined;
  state?: PullRequestState | undefined;
  kind?: PullRequestKind | undefined;
  number?: number | undefined;
  mirrorPending?: boolean | undefined;
  limit?: number | undefined;
};

/** What is open first, the newest before the others; then what was merged or closed, the last one first. */
export async function listPullRequests(db: Db, filter: PullRequestFilter): Promise<PullRequest[]> {
  const rows = await db.client.pullRequest.findMany({
    where: {
      task: { deletedAt: null },
      ...(filter.projectId === undefined ? {} : { projectId: filter.projectId }),
      ...(filter.taskIds === undefined ? {} : { taskId: { in: filter.taskIds } }),
      ...(filter.state === undefined ? {} : { state: filter.state }),
      ...(filter.kind === undefined ? {} : { kind: filter.kind }),
      ...(filter.number === undefined ? {} : { number: filter.number }),
      ...(filter.mirrorPending === undefined ? {} : { mirrorPending: filter.mirrorPending }),
    },
    orderBy: [{ closedAt: { sort: 'desc', nulls: 'first' } }, { createdAt: 'desc' }],
    take: filter.limit ?? 1000,
  });
  return rows.map(toPullRequest);
}

async function append(
  tx: Tx,
  row: Row,
  kind: 'pull_request.opened' | 'pull_request.updated',
  payload: Record<string, string | number | string[]>,
): Promise<void> {
  tx.append({
    kind,
    ...(await pullRequestIds(tx, row)),
    payload: { pullRequestId: row.id, ...payload },
  });
}

/** The ids that an event about this pull request carries. */
export async function pullRequestIds(tx: Tx, row: Pick<Row, 'taskId' | 'projectId'>) {
  const task = await findTaskAnyway(tx, row.taskId);
  return task ? idsOf(task) : { projectId: row.projectId };
}

function toPullRequest(row: Row): PullRequest {
  return { ...row, conflictFiles: z.array(z.string()).parse(row.conflictFiles) };
}
