import { markText } from '@/backend/agents/delivery/marker';
import { STUCK_TRIES } from '@/backend/domain/delivery/stuck_tries';
import { elapsedMs } from '@/backend/domain/time/elapsed';
import { agentIds, getAgent } from '@/backend/resource_accessors/agent.accessor';
import { setCondition } from '@/backend/resource_accessors/condition.accessor';
import {
  type Delivery,
  requeueDelivery,
  retryDelivery,
} from '@/backend/resource_accessors/delivery.accessor';
import { getSession, type Session, updateSession } from '@/backend/resource_accessors/session.accessor';
import type { DeliverDeps, DeliveryOutcome } from './deliver_next';
import { type Line, lookAtLine, makeRoom } from './make_room';
import { pasteDelivery } from './paste_delivery';
import { stopSession } from './stop_session';

type Flight = { session: Session; delivery: Delivery };

/** How long each rung may take before the next is tried. */
const PATIENCE_MS: Record<string, number> = {
  paste: 2_500,
  enter: 5_000,
  again: 6_000,
  hook: 20_000,
  tool: 20_000,
};
const BUSY_LOOK_MS = 10_000;
const STUCK_WAIT_MS = 120_000;
const QUIET_MS = 6_000;

/**
 * A message is on its way and has not been seen: wait, press Enter again, clear the line and paste again, restart the
 * session. Each rung is taken only after the transcript was asked whether the agent has it, and only while it is idle.
 */
export async function climb(deps: DeliverDeps, flight: Flight): Promise<DeliveryOutcome> {
  const { session, delivery } = flight;
  const channel = delivery.channel ?? 'paste';
  // While no server was there nobody could be told that it was seen: only our own time counts.
  const sinceMs = elapsedMs(delivery.injectedAt ?? delivery.createdAt, deps.clock());
  const waitedMs = Math.min(sinceMs, process.uptime() * 1000);
  const patience = delivery.tries >= STUCK_TRIES ? STUCK_WAIT_MS : (PATIENCE_MS[channel] ?? 5_000);
  if (waitedMs < patience) return { kind: 'wait', afterMs: patience - waitedMs };
  if (channel === 'hook') return takeBack(deps, flight);
  // Handed over beside a tool's result it is read within the turn; the end of the turn decides.
  // Another turn has begun since: what was pasted waits in the program's own line and is submitted after it.
  if (session.turnState === 'BUSY') return { kind: 'wait', afterMs: BUSY_LOOK_MS };
  if (channel === 'tool') return takeBack(deps, flight);
  return takeRung(deps, flight, channel === 'paste' ? 'enter' : channel === 'enter' ? 'again' : 'restart');
}

type Rung = 'enter' | 'again' | 'restart';

async function takeRung(deps: DeliverDeps, flight: Flight, rung: Rung): Promise<DeliveryOutcome> {
  const { session, delivery } = flight;
  const name = session.tmuxName;
  const provider = deps.providers[(await getAgent(deps.store, session.agentId)).provider];
  const line = await lookAtLine(deps, { name, provider });
  const isTheirs = isOfAPerson(line, delivery);
  if (line.beingTyped || line.inMenu || (isTheirs && rung === 'restart'))
    return { kind: 'wait', afterMs: BUSY_LOOK_MS };
  const room = isTheirs && rung === 'again' ? await makeRoom(deps, { name, provider }) : {};
  if (room === null) return { kind: 'wait', afterMs: BUSY_LOOK_MS };
  const mine = await deps.store.write((tx) =>
    retryDelivery(tx, delivery, { sessionId: session.id, channel: rung, ...room }),
  );
  if (!mine) return { kind: 'wait', afterMs: 0 };
  if (rung === 'enter' && !isTheirs) await deps.tmux.sendEnter({ name });
  if (rung === 'again') {
    const clear = !isTheirs && line.text !== 'none';
    await pasteDelivery(deps, { name, text: markText(delivery), clear, provider });
  }
  if (rung === 'restart') await restart(deps, flight);
  return { kind: 'wait', afterMs: PATIENCE_MS[rung] ?? 1_000 };
}

/**
 * Whether what stands in the line is a person's, and not our own message that was not taken: they have typed since, or
 * what was set aside for the message is back, which happens when it is sent.
 */
function isOfAPerson(line: Line, delivery: Delivery): boolean {
  if (line.text !== 'some') return false;
  if (delivery.besideDraft) return !line.setAside;
  return line.typedAt !== null && delivery.injectedAt !== null && line.typedAt > delivery.injectedAt;
}

/**
 * It was put into the answer to a hook, and neither a hook nor the transcript says that it arrived: the answer was lost
 * on the way. The agent has then ended its turn with nothing; a screen that stands still says so.
 */
async function takeBack(deps: DeliverDeps, { session, delivery }: Flight): Promise<DeliveryOutcome> {
  const pane = await deps.tmux.readSession({ name: session.tmuxName });
  const quietMs = elapsedMs(pane?.lastOutputAt ?? session.startedAt, deps.clock());
  if (quietMs < QUIET_MS) return { kind: 'wait', afterMs: QUIET_MS };
  await deps.store.write(async (tx) => {
    const now = await getSession(tx, session.id);
    if (now.endedAt !== null || now.lastHookAt?.getTime() !== session.lastHookAt?.getTime()) return;
    await requeueDelivery(tx, delivery.id);
    if (now.turnState === 'BUSY') await updateSession(tx, session.id, { turnState: 'IDLE' });
  });
  return { kind: 'wait', afterMs: 0 };
}

async function restart(deps: DeliverDeps, { session, delivery }: Flight): Promise<void> {
  deps.log.warn({ deliveryId: delivery.id, agentId: session.agentId }, 'a message was not taken; restarting');
  if (delivery.tries + 1 >= STUCK_TRIES) {
    const agent = await getAgent(deps.store, session.agentId);
    const message = `${session.tmuxName} does not take its messages, not even after restarts. Open its terminal and look.`;
    await deps.store.write(async (tx) =>
      setCondition(
        tx,
        {
          id: deps.newId(),
          subjectKind: 'AGENT',
          subjectId: agent.id,
          type: 'DeliveryStuck',
          status: true,
          reason: 'not_seen',
          message,
        },
        await agentIds(tx, agent),
      ),
    );
  }
  await stopSession(deps, { agentId: session.agentId, reason: 'restarted: it did not take a message' });
}
