import { setTimeout as sleep } from 'node:timers/promises';
import { findMarkers } from '@/backend/agents/delivery/marker';
import { wasWitnessed } from '@/backend/agents/delivery/witness';
import { elapsedMs } from '@/backend/domain/time/elapsed';
import type { Agent } from '@/backend/resource_accessors/agent.accessor';
import {
  type Delivery,
  findDelivery,
  listUnseen,
  markSeen,
  requeueDelivery,
} from '@/backend/resource_accessors/delivery.accessor';
import {
  findOpenSession,
  lastTranscriptOffset,
  type Session,
  type SessionFacts,
  updateSession,
} from '@/backend/resource_accessors/session.accessor';
import { hasten } from '@/backend/resource_accessors/store/hasten';
import type { Db, Tx } from '@/backend/resource_accessors/store/store';
import type { HookAnswer, HookEvent } from '@/shared/hook';
import type { Deps } from '../deps';
import { askHuman } from '../escalation/ask_human';
import { gateOf } from '../escalation/gate_of';
import { isAllowedAnyway } from '../escalation/is_allowed_anyway';
import { parkAgent } from '../reconciler/park_agent';
import { afterBurst } from './after_burst';
import { followConversation } from './follow_conversation';
import { handOver } from './hand_over';
import { wasHanded } from './handed';
import { settleQuestions } from './settle_questions';

type HookDeps = Pick<Deps, 'store' | 'providers' | 'clock' | 'newId' | 'log' | 'notify' | 'rootDir'>;

type TurnFailure = NonNullable<Extract<HookEvent, { kind: 'turn_ended' }>['failure']>;

const NONE: HookAnswer = { kind: 'none' };
/** Tools come in bursts; a heartbeat needs no more than this. */
const HEARTBEAT_MS = 2_000;

/** What an agent's program says while it works: written down as facts, answered with what waits for it. */
export async function recordHook(
  deps: HookDeps,
  input: { agent: Agent; hook: HookEvent; signal: AbortSignal },
): Promise<HookAnswer> {
  const { agent, hook } = input;
  afterBurst(agent.id, null);
  if (hook.kind === 'permission_asked' || hook.kind === 'question_asked') {
    await hasten(deps.store).write((tx) => note(deps, tx, { agent, hook, witnessed: null }));
    if (await isAllowedAnyway(deps, { agent, hook })) return { kind: 'decision', allow: true, message: '' };
    return askHuman(deps, { agent, hook, signal: input.signal });
  }
  const gate = await gateOf(deps, { agent, hook });
  if (gate === null && (await isOldNews(deps, agent, hook))) {
    const at = deps.clock();
    afterBurst(agent.id, { ms: HEARTBEAT_MS, write: () => void noteLast(deps, { agent, hook, at }) });
    return NONE;
  }
  const witnessed = await findWitnessed(deps, agent, hook);
  const answer = await hasten(deps.store).write((tx) => note(deps, tx, { agent, hook, witnessed }));
  if (hook.kind === 'turn_ended' && hook.failure !== null) await heedFailure(deps, agent, hook.failure);
  return gate ?? answer;
}

async function note(
  deps: HookDeps,
  tx: Tx,
  { agent, hook, witnessed }: { agent: Agent; hook: HookEvent; witnessed: string | null },
): Promise<HookAnswer> {
  const session = await findOpenSession(tx, agent.id);
  // A program that outlived its session: nothing it says is about the one that runs.
  if (!session) return NONE;
  await acknowledge(tx, session, hook, witnessed);
  await followConversation(deps, tx, { agent, hook });
  await settleQuestions(tx, { agent, session, hook });
  const channel = offerOf(hook);
  const answer = channel === null ? null : await handOver(tx, session, channel);
  await updateSession(tx, session.id, {
    lastHookAt: tx.now,
    lastHookKind: hook.kind,
    ...(hook.transcriptPath === null || hook.transcriptPath === session.transcriptPath
      ? {}
      : {
          transcriptPath: hook.transcriptPath,
          // One that was read before under another agent's session is not counted again.
          transcriptOffset: await lastTranscriptOffset(tx, agent.id, hook.transcriptPath),
        }),
    ...factsOf(hook, answer !== null),
    ...(session.readyAt === null && isAtWork(hook) ? { readyAt: tx.now } : {}),
  });
  return answer ?? NONE;
}

/** What an agent has been at since its last burst of tools. A turn that has ended since says so itself. */
async function noteLast(
  deps: HookDeps,
  { agent, hook, at }: { agent: Agent; hook: HookEvent; at: Date },
): Promise<void> {
  try {
    await hasten(deps.store).write(async (tx) => {
      const session = await findOpenSession(tx, agent.id);
      if (session?.turnState !== 'BUSY') return;
      await updateSession(tx, session.id, {
        lastHookAt: at,
        lastHookKind: hook.kind,
        ...factsOf(hook, false),
      });
    });
  } catch (error) {
    deps.log.warn({ err: error, agentId: agent.id }, 'what an agent is at was not written down');
  }
}

/**
 * Where a busy agent can take a message: at the end of its turn, and beside the result of a tool. Beside that of a
 * helper's tool the helper would read it and keep it to itself.
 */
function offerOf(hook: HookEvent): 'hook' | 'tool' | null {
  if (hook.kind === 'tool_finished') return hook.byHelper ? null : 'tool';
  return hook.kind === 'turn_ended' && hook.failure === null ? 'hook' : null;
}

function isAtWork(hook: HookEvent): boolean {
  return hook.kind === 'prompt_seen' || hook.kind === 'tool_used' || hook.kind === 'tool_finished';
}

function factsOf(hook: HookEvent, goesOn: boolean): SessionFacts {
  switch (hook.kind) {
    case 'prompt_seen':
      return { turnState: 'BUSY' };
    case 'tool_used':
    case 'tool_finished':
      return { turnState: 'BUSY', lastToolName: hook.tool, lastToolSummary: hook.summary.slice(0, 500) };
    case 'permission_asked':
      return { turnState: 'BUSY', lastToolName: hook.tool, lastToolSummary: hook.summary.slice(0, 500) };
    case 'question_asked':
      return { turnState: 'BUSY' };
    case 'turn_ended':
      return {
        turnState: goesOn ? 'BUSY' : 'IDLE',
        ...(hook.lastAssistantText === null
          ? {}
          : { lastAssistantText: hook.lastAssistantText.slice(-20_000) }),
      };
    case 'session_started':
    case 'session_ended':
    case 'notification':
      return {};
  }
}

/** The agent's own word for what it has seen. */
async function acknowledge(
  tx: Tx,
  session: Session,
  hook: HookEvent,
  witnessed: string | null,
): Promise<void> {
  if (hook.kind === 'prompt_seen') {
    for (const id of findMarkers(hook.prompt)) {
      const delivery = await findDelivery(tx, id);
      if (delivery?.agentId === session.agentId) await markSeen(tx, id);
    }
    return;
  }
  const head = await inAnswer(tx, session);
  if (head === null) return;
  if (head.id === witnessed || goesOnBecauseOf(session, hook, head)) return markSeen(tx, head.id);
  // The turn is over and the agent has not got it: the answer was lost on its way. This one carries it again.
  if (hook.kind === 'turn_ended') await requeueDelivery(tx, head.id);
}

/** The message that is on its way to this session in the answer to a hook. */
async function inAnswer(db: Db, session: Pick<Session, 'id' | 'agentId'>): Promise<Delivery | null> {
  const [head] = await listUnseen(db, session.agentId);
  const isInAnswer =
    head?.state === 'INJECTED' &&
    head.sessionId === session.id &&
    (head.channel === 'hook' || head.channel === 'tool');
  return isInAnswer ? head : null;
}

/**
 * An answer that left this process has been read when the agent comes to the end of the turn it was given in, or goes
 * on after the end of a turn, which only our answer can make it do.
 */
function goesOnBecauseOf(session: Session, hook: HookEvent, head: Delivery): boolean {
  if (!wasHanded(head.id)) return false;
  if (hook.kind === 'turn_ended') return head.channel === 'tool' || hook.continued;
  const works = (hook.kind === 'tool_used' || hook.kind === 'tool_finished') && !hook.byHelper;
  return works && head.channel === 'hook' && session.lastHookKind === 'turn_ended';
}

/** Programs write their transcript a moment after they act. */
const WITNESS_TRIES = 5;
const WITNESS_PAUSE_MS = 120;

/** The id of the message under way that the transcript shows; asked at the end of a turn, when it must be there. */
async function findWitnessed(deps: HookDeps, agent: Agent, hook: HookEvent): Promise<string | null> {
  if (hook.kind !== 'turn_ended') return null;
  const session = await findOpenSession(deps.store, agent.id);
  const head = session === null ? null : await inAnswer(deps.store, session);
  if (session === null || head === null || goesOnBecauseOf(session, hook, head)) return null;
  for (let n = 0; n < WITNESS_TRIES; n++) {
    const seen = await wasWitnessed(deps.providers[agent.provider], {
      transcriptPath: session.transcriptPath,
      deliveryId: head.id,
    });
    if (seen) return head.id;
    await sleep(WITNESS_PAUSE_MS);
  }
  return null;
}

/** A tool of the same turn, a moment after the last: only the last of such a burst is of interest to anybody. */
async function isOldNews(deps: HookDeps, agent: Agent, hook: HookEvent): Promise<boolean> {
  if (hook.kind !== 'tool_used' && hook.kind !== 'tool_finished') return false;
  const session = await findOpenSession(deps.store, agent.id);
  if (session?.turnState !== 'BUSY' || session.readyAt === null) return false;
  if (session.lastHookKind === 'turn_ended' || session.lastHookAt === null) return false;
  if (elapsedMs(session.lastHookAt, deps.clock()) > HEARTBEAT_MS) return false;
  const [head] = await listUnseen(deps.store, agent.id);
  if (head === undefined) return true;
  // One in line is handed over beside the result of a tool; one that was is read within the turn, whose end decides.
  if (head.state === 'QUEUED') return offerOf(hook) === null;
  return head.sessionId === session.id && head.channel === 'tool';
}

/** The service refused in the middle of a turn: say so, and let the agent rest until it may go on. */
async function heedFailure(deps: HookDeps, agent: Agent, failure: TurnFailure): Promise<void> {
  const { kind, message, until } = failure;
  deps.log.warn({ agentId: agent.id, kind, message }, 'a turn was cut short');
  if (kind === 'service') return;
  const next =
    'Sign in again in a terminal. Agents that wait for it try again by themselves, or at once with Retry on the page of their task.';
  const death = kind === 'usage_limit' ? { kind, message, until } : { kind, message, next };
  await parkAgent(deps, { agentId: agent.id, death });
}
