import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { findMarkers } from '@/backend/agents/delivery/marker';
import type { Provider, TranscriptReading, UsageSample } from '@/backend/agents/providers/provider';
import { messageOf } from '@/backend/domain/errors';
import { getAgent } from '@/backend/resource_accessors/agent.accessor';
import { findDelivery, markSeen } from '@/backend/resource_accessors/delivery.accessor';
import {
  getSession,
  helperOffsetsOf,
  listSessions,
  type Session,
  type SessionFacts,
  updateSession,
} from '@/backend/resource_accessors/session.accessor';
import { hasten } from '@/backend/resource_accessors/store/hasten';
import type { Tx } from '@/backend/resource_accessors/store/store';
import { addUsage } from '@/backend/resource_accessors/usage.accessor';
import type { Deps } from '../deps';
import { withdrawQuestions } from './withdraw_questions';

type TailDeps = Pick<Deps, 'store' | 'providers' | 'clock'>;

/** An agent names the file: opening a pipe must not wait for somebody to write to it. */
const UNBLOCKED = constants.O_RDONLY | constants.O_NONBLOCK;
const MOST_AT_ONCE = 4 * 1024 * 1024;
/** Hooks speak first. A transcript is believed about the turn only when they have been silent for so long. */
const HOOKS_SILENT_MS = 8_000;

/** Reads what every running agent's transcript has gained: tokens, cost, and what was said to it. */
export async function tailTranscripts(deps: TailDeps & Pick<Deps, 'log'>): Promise<void> {
  for (const session of await listSessions(deps.store, { open: true })) {
    await readTranscript(deps, session.id).catch((thrown: unknown) =>
      deps.log.warn({ sessionId: session.id, reason: messageOf(thrown) }, 'a transcript could not be read'),
    );
  }
}

/** All that one transcript has gained since it was last looked at, and those of the helpers that its agent started. */
export async function readTranscript(deps: TailDeps, sessionId: string): Promise<void> {
  for (;;) {
    const session = await getSession(deps.store, sessionId);
    if (session.transcriptPath === null) return;
    const gained = await readGained(session.transcriptPath, session.transcriptOffset);
    if (gained === null) break;
    const reading = (await providerOf(deps, session)).readTranscript(gained.text);
    await hasten(deps.store).write((tx) => record(tx, session, reading, gained.nextOffset));
    if (!gained.more) break;
  }
  await readHelpers(deps, await getSession(deps.store, sessionId));
}

async function providerOf(deps: TailDeps, session: Session): Promise<Provider> {
  return deps.providers[(await getAgent(deps.store, session.agentId)).provider];
}

/** What helpers use is paid for like the rest; what they say is for the agent alone. */
async function readHelpers(deps: TailDeps, session: Session): Promise<void> {
  if (session.transcriptPath === null) return;
  const provider = await providerOf(deps, session);
  for (const file of await provider.helperTranscripts(session.transcriptPath)) {
    const name = path.basename(file);
    for (;;) {
      const read = helperOffsetsOf(await getSession(deps.store, session.id))[name] ?? 0;
      const gained = await readGained(file, read);
      if (gained === null) break;
      const { usage } = provider.readTranscript(gained.text);
      await hasten(deps.store).write(async (tx) => {
        const now = await getSession(tx, session.id);
        const offsets = helperOffsetsOf(now);
        // Someone else has counted these lines.
        if ((offsets[name] ?? 0) !== read) return;
        const helperOffsets = { ...offsets, [name]: gained.nextOffset };
        await updateSession(tx, now.id, {
          ...(await count(tx, now, usage)),
          helperOffsets,
          lastOutputAt: tx.now,
        });
      });
      if (!gained.more) break;
    }
  }
}

/** Whole lines only: the rest of a line that is being written is read the next time. */
async function readGained(
  file: string,
  offset: number,
): Promise<{ text: string; nextOffset: number; more: boolean } | null> {
  const handle = await open(file, UNBLOCKED).catch(() => null);
  if (handle === null) return null;
  try {
    const { size } = await handle.stat();
    // Shorter than before: it was written anew.
    const start = size < offset ? 0 : offset;
    const length = Math.min(size - start, MOST_AT_ONCE);
    if (length === 0) return null;
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, start);
    const whole = buffer.subarray(0, bytesRead).lastIndexOf(0x0a) + 1;
    const isOneHugeLine = whole === 0 && bytesRead === MOST_AT_ONCE;
    if (whole === 0 && !isOneHugeLine) return null;
    const end = isOneHugeLine ? bytesRead : whole;
    return {
      text: isOneHugeLine ? '' : buffer.subarray(0, end).toString('utf8'),
      nextOffset: start + end,
      more: start + end < size && end === length,
    };
  } finally {
    await handle.close();
  }
}

async function record(tx: Tx, read: Session, reading: TranscriptReading, nextOffset: number): Promise<void> {
  const session = await getSession(tx, read.id);
  // Someone else has counted these lines.
  if (session.transcriptOffset !== read.transcriptOffset) return;
  await acknowledge(tx, session, reading.userTexts);
  const facts: SessionFacts = {
    transcriptOffset: nextOffset,
    lastOutputAt: tx.now,
    ...(await count(tx, session, reading.usage)),
    ...(reading.lastAssistantText === null ? {} : { lastAssistantText: reading.lastAssistantText }),
    ...turnOf(tx, session, reading),
  };
  await updateSession(tx, session.id, facts);
  if (facts.turnState === 'IDLE') await withdrawQuestions(tx, session);
}

/** Writes down what was used, hour by hour, and says what the session has used in all. */
async function count(tx: Tx, session: Session, usage: readonly UsageSample[]): Promise<SessionFacts> {
  for (const { at, model, ...amount } of usage) {
    await addUsage(tx, { sessionId: session.id, at, model, amount });
  }
  const sum = (pick: (sample: UsageSample) => number) =>
    usage.reduce((total, sample) => total + pick(sample), 0);
  return {
    inputTokens: session.inputTokens + sum((sample) => sample.inputTokens),
    outputTokens: session.outputTokens + sum((sample) => sample.outputTokens),
    cacheReadTokens: session.cacheReadTokens + sum((sample) => sample.cacheReadTokens),
    cacheWriteTokens: session.cacheWriteTokens + sum((sample) => sample.cacheWriteTokens),
    costUsd: session.costUsd + sum((sample) => sample.costUsd),
  };
}

/** What was said to the agent names the deliveries it has seen, also those whose hook never reached us. */
async function acknowledge(tx: Tx, session: Session, userTexts: readonly string[]): Promise<void> {
  for (const id of userTexts.flatMap(findMarkers)) {
    const delivery = await findDelivery(tx, id);
    if (delivery?.agentId === session.agentId) await markSeen(tx, id);
  }
}

/** A turn that a person broke off ends without a hook; the transcript alone says so. */
function turnOf(tx: Tx, session: Session, reading: TranscriptReading): Pick<SessionFacts, 'turnState'> {
  if (reading.turn !== 'IDLE' || session.turnState !== 'BUSY') return {};
  const lastHookAt = session.lastHookAt ?? session.startedAt;
  // What was said since then is in a hook first, and in the transcript only afterwards.
  const isBrokenOff = reading.brokenOffAt !== null && reading.brokenOffAt >= lastHookAt;
  const isOver = isBrokenOff || tx.now.getTime() - lastHookAt.getTime() > HOOKS_SILENT_MS;
  return isOver ? { turnState: 'IDLE' } : {};
}
