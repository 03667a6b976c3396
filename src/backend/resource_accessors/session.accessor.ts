import { z } from 'zod';
import { FactoryError } from '@/backend/domain/errors';
import type { TurnState } from '@/shared/agent';
import { agentIds, getAgent } from './agent.accessor';
import type { Session } from './generated/client';
import { remembered } from './store/remembered';
import type { Db, Tx } from './store/store';

export type { Session };

const HelperOffsets = z.record(z.string(), z.int());

/** How far each transcript of a helper was read, by the name of its file. */
export function helperOffsetsOf(session: Pick<Session, 'helperOffsets'>): z.infer<typeof HelperOffsets> {
  return HelperOffsets.parse(session.helperOffsets);
}

export type NewSession = {
  id: string;
  agentId: string;
  tmuxName: string;
  marker: string;
  serverUrl: string;
  providerSessionId: string;
  resumed: boolean;
  transcriptPath: string | null;
  /** A resumed conversation goes on in the same transcript: what was counted before is not counted again. */
  transcriptOffset?: number;
};

/** Written before the program starts: a pane without a row could not be told from a stranger's. */
export async function createSession(tx: Tx, input: NewSession): Promise<Session> {
  const before = await tx.client.session.findMany({
    where: { agentId: input.agentId },
    select: { id: true, endedAt: true, helperOffsets: true },
    orderBy: { ordinal: 'asc' },
  });
  const open = before.find((session) => session.endedAt === null);
  if (open) {
    throw new FactoryError(
      'ALREADY_EXISTS',
      `${input.tmuxName} already has a session that has not ended.`,
      'End that one first; the reconciler does so when its pane is gone.',
      { data: { sessionId: open.id } },
    );
  }
  const ordinal = before.length + 1;
  // Helpers of the conversation so far, whose files are still there.
  const last = before.at(-1);
  const helperOffsets = last === undefined ? {} : helperOffsetsOf(last);
  const row = await tx.client.session.create({
    data: { ...input, ordinal, helperOffsets, turnState: 'STARTING', turnSince: tx.now, startedAt: tx.now },
  });
  await append(tx, row, 'session.started', { sessionId: row.id, ordinal, resumed: row.resumed });
  return row;
}

export type SessionFacts = Partial<
  Pick<
    Session,
    | 'pid'
    | 'readyAt'
    | 'lastHookAt'
    | 'lastHookKind'
    | 'lastToolName'
    | 'lastToolSummary'
    | 'lastOutputAt'
    | 'lastAssistantText'
    | 'transcriptPath'
    | 'transcriptOffset'
    | 'inputTokens'
    | 'outputTokens'
    | 'cacheReadTokens'
    | 'cacheWriteTokens'
    | 'costUsd'
  >
> & { turnState?: TurnState; helperOffsets?: Record<string, number> };

/** Facts seen about a running session. `turnSince` follows `turnState` by itself, and begins with the program. */
export async function updateSession(tx: Tx, id: string, facts: SessionFacts): Promise<Session> {
  const before = await getSession(tx, id);
  const turned =
    facts.pid !== undefined || (facts.turnState !== undefined && facts.turnState !== before.turnState);
  const row = await tx.client.session.update({
    where: { id },
    data: { ...facts, ...(turned ? { turnSince: tx.now } : {}) },
  });
  await append(tx, row, 'session.activity', {
    sessionId: id,
    turn: row.turnState,
    ...(facts.lastToolName ? { tool: facts.lastToolName } : {}),
  });
  return row;
}

/** The servers that this session's program has asked for their tools, with this one. No event: nobody acts on it. */
export async function noteServerAsked(
  tx: Tx,
  session: Pick<Session, 'id' | 'serversAsked'>,
  server: string,
): Promise<Set<string>> {
  const asked = new Set(session.serversAsked.split(' ').filter((name) => name !== ''));
  if (asked.has(server)) return asked;
  asked.add(server);
  const serversAsked = [...asked].join(' ');
  await tx.client.session.update({ where: { id: session.id }, data: { serversAsked } });
  return asked;
}

export type SessionEnd = { exitStatus: number | null; reason: string; scrollbackPath: string | null };

/** Its turn stays as it was: one that was open has been cut off, and whoever goes on has to be told. */
export async function endSession(tx: Tx, id: string, end: SessionEnd): Promise<Session> {
  const before = await getSession(tx, id);
  if (before.endedAt) return before;
  const row = await tx.client.session.update({
    where: { id },
    data: {
      endedAt: tx.now,
      exitStatus: end.exitStatus,
      endReason: end.reason,
      scrollbackPath: end.scrollbackPath,
    },
  });
  await append(tx, row, 'session.ended', { sessionId: id, exitStatus: end.exitStatus, reason: end.reason });
  return row;
}

export const getSession = remembered(['Session'], async (db, id: string): Promise<Session> => {
  const row = await db.client.session.findUnique({ where: { id } });
  if (row) return row;
  throw new FactoryError('NOT_FOUND', `There is no session ${id}.`, 'Open the agent to see its sessions.');
});

export const findOpenSession = remembered(
  ['Session'],
  (db, agentId: string): Promise<Session | null> =>
    db.client.session.findFirst({ where: { agentId, endedAt: null } }),
);

/** How far the transcript was read by the sessions of this agent before. */
export async function lastTranscriptOffset(db: Db, agentId: string, transcriptPath: string): Promise<number> {
  const last = await db.client.session.findFirst({
    where: { agentId, transcriptPath },
    orderBy: { ordinal: 'desc' },
  });
  return last?.transcriptOffset ?? 0;
}

export type SessionFilter = { ids?: string[]; agentIds?: string[]; open?: boolean; endedAfter?: Date };

export function listSessions(db: Db, filter: SessionFilter): Promise<Session[]> {
  return db.client.session.findMany({
    where: {
      ...(filter.ids === undefined ? {} : { id: { in: filter.ids } }),
      ...(filter.agentIds === undefined ? {} : { agentId: { in: filter.agentIds } }),
      ...(filter.open === undefined ? {} : { endedAt: filter.open ? null : { not: null } }),
      ...(filter.endedAfter === undefined ? {} : { endedAt: { gt: filter.endedAfter } }),
    },
    orderBy: [{ startedAt: 'asc' }, { id: 'asc' }],
  });
}

async function append(
  tx: Tx,
  row: Session,
  kind: 'session.started' | 'session.activity' | 'session.ended',
  payload: Record<string, string | number | boolean | null>,
): Promise<void> {
  tx.append({ kind, ...(await agentIds(tx, await getAgent(tx, row.agentId))), payload });
}
