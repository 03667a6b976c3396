import type { Check, CheckState } from './generated/client';
import { getPullRequest, pullRequestIds } from './pull_request.accessor';
import type { Db, Tx } from './store/store';

export type { Check };

export type NewCheck = {
  id: string;
  pullRequestId: string;
  sha: string;
  name: string;
  state: CheckState;
  command: string | null;
  exitCode: number | null;
  durationMs: number | null;
  logTail: string;
};

/** What a check said of one commit. The newest word on the same commit counts. */
export async function recordCheck(tx: Tx, input: NewCheck): Promise<Check> {
  const { id, pullRequestId, sha, name, ...said } = input;
  const where = { pullRequestId_sha_name: { pullRequestId, sha, name } };
  const row = await tx.client.check.upsert({
    where,
    create: { ...input, createdAt: tx.now, updatedAt: tx.now },
    update: { ...said, updatedAt: tx.now },
  });
  const ids = await pullRequestIds(tx, await getPullRequest(tx, pullRequestId));
  tx.append({ kind: 'check.updated', ...ids, payload: { pullRequestId, sha, name, state: row.state } });
  return row;
}

export function listChecks(db: Db, filter: { pullRequestIds: string[]; shas?: string[] }): Promise<Check[]> {
  return db.client.check.findMany({
    where: {
      pullRequestId: { in: filter.pullRequestIds },
      ...(filter.shas === undefined ? {} : { sha: { in: filter.shas } }),
    },
    orderBy: { createdAt: 'asc' },
  });
}
