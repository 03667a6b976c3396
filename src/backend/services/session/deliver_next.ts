import { setTimeout as sleep } from 'node:timers/promises';
import { markText } from '@/backend/agents/delivery/marker';
import { wasWitnessed } from '@/backend/agents/delivery/witness';
import { elapsedMs } from '@/backend/domain/time/elapsed';
import { getAgent } from '@/backend/resource_accessors/agent.accessor';
import {
  type Delivery,
  listUnseen,
  markSeen,
  requeueDelivery,
  takeNextDelivery,
} from '@/backend/resource_accessors/delivery.accessor';
import { listEscalations } from '@/backend/resource_accessors/escalation.accessor';
import {
  findOpenSession,
  getSession,
  type Session,
  updateSession,
} from '@/backend/resource_accessors/session.accessor';
import type { Deps } from '../deps';
import { climb } from './climb_ladder';
import { giveBackLine, makeRoom } from './make_room';
import { pasteDelivery } from './paste_delivery';

export type DeliverDeps = Pick<Deps, 'store' | 'tmux' | 'providers' | 'home' | 'clock' | 'newId' | 'log'>;
export type DeliveryOutcome = { kind: 'done' } | { kind: 'wait'; afterMs: number };

const DONE: DeliveryOutcome = { kind: 'done' };
/** Hooks wake us sooner; these are for when one is lost. */
const LOOK_AGAIN_MS = 1_000;
const BUSY_LOOK_MS = 10_000;
/** Somebody writes in the terminal: their line is theirs, and nothing tells us when they are done. */
const TYPING_LOOK_MS = 2_000;
/** A program that has spoken but whose list of tools we did not see: a server was restarted in between. */
const READY_ANYWAY_MS = 20_000;

/**
 * Gives an agent the next message of its line, or goes on with the one that is under way. Only an idle agent is typed
 * to; a busy one takes its messages from the answers to its own hooks. Nothing counts as seen but on its own word.
 */
export async function deliverNext(deps: DeliverDeps, input: { agentId: string }): Promise<DeliveryOutcome> {
  const session = await findOpenSession(deps.store, input.agentId);
  const [head] = await listUnseen(deps.store, input.agentId);
  if (!session || !head) return DONE;
  if (head.state === 'INJECTED') {
    if (await settleWitnessed(deps, session, head)) return { kind: 'wait', afterMs: 0 };
    if (head.sessionId === session.id) return climb(deps, { session, delivery: head });
    // Its session is gone, and the conversation that goes on does not have it.
    await deps.store.write((tx) => requeueDelivery(tx, head.id));
  }
  if (!(await isReady(deps, session))) return { kind: 'wait', afterMs: LOOK_AGAIN_MS };
  if (session.turnState === 'BUSY') return { kind: 'wait', afterMs: BUSY_LOOK_MS };
  const asked = await listEscalations(deps.store, { agentId: input.agentId, open: true, limit: 1 });
  // A question of its own may lie over the line it would be typed into.
  if (asked.some((one) => one.kind !== 'DECISION')) return { kind: 'wait', afterMs: BUSY_LOOK_MS };
  return typeNext(deps, session);
}

/** Only into a line with nothing of a person's in it; taken from the queue before it is typed. */
async function typeNext(deps: DeliverDeps, session: Session): Promise<DeliveryOutcome> {
  const { agentId, tmuxName: name } = session;
  const provider = deps.providers[(await getAgent(deps.store, agentId)).provider];
  const room = await makeRoom(deps, { name, provider });
  if (room === null) return { kind: 'wait', afterMs: TYPING_LOOK_MS };
  const taken = await deps.store.write(async (tx) => {
    const now = await getSession(tx, session.id);
    if (now.endedAt !== null || now.turnState !== 'IDLE') return null;
    return takeNextDelivery(tx, { agentId, sessionId: session.id, channel: 'paste', ...room });
  });
  if (taken) await pasteDelivery(deps, { name, text: markText(taken), clear: false, provider });
  else if (room.besideDraft) await giveBackLine(deps, { name, provider });
  return { kind: 'wait', afterMs: LOOK_AGAIN_MS };
}

/** The second witness: the transcript shows what the agent was given, even if its hook never reached us. */
async function settleWitnessed(deps: DeliverDeps, session: Session, delivery: Delivery): Promise<boolean> {
  const agent = await getAgent(deps.store, session.agentId);
  const seen = await wasWitnessed(deps.providers[agent.provider], {
    transcriptPath: session.transcriptPath,
    deliveryId: delivery.id,
  });
  if (seen) await deps.store.write((tx) => markSeen(tx, delivery.id));
  return seen;
}

async function isReady(deps: DeliverDeps, session: Session): Promise<boolean> {
  if (session.readyAt !== null) return true;
  const ageMs = elapsedMs(session.startedAt, deps.clock());
  if (session.lastHookAt === null || ageMs < READY_ANYWAY_MS) return false;
  await deps.store.write(async (tx) => {
    const now = await getSession(tx, session.id);
    if (now.readyAt !== null) return;
    const turn = now.turnState === 'STARTING' ? { turnState: 'IDLE' as const } : {};
    await updateSession(tx, session.id, { readyAt: tx.now, ...turn });
  });
  await sleep(0);
  return false;
}
