import type { TmuxSession } from '@/backend/clients/tmux/tmux_client';
import { getAgent } from '@/backend/resource_accessors/agent.accessor';
import { listEscalations } from '@/backend/resource_accessors/escalation.accessor';
import {
  getSession,
  listSessions,
  type Session,
  updateSession,
} from '@/backend/resource_accessors/session.accessor';
import type { Deps } from '../deps';

type StillDeps = Pick<Deps, 'store' | 'tmux' | 'providers'>;

/** A program that works draws its progress every second. */
const STILL_MS = 20_000;

/**
 * A person who breaks a turn off before the agent has said anything leaves no trace: no hook, no line in the transcript.
 * What tells is a screen that stands still with the line on it. Time is counted by looks that saw the same, so that a
 * machine that slept, or a clock that was set, makes nobody idle.
 */
export function settleStillTurns(deps: StillDeps): () => Promise<void> {
  const quiet = createStillness();
  const still = createStillness();
  return async () => {
    const busy = (await listSessions(deps.store, { open: true })).filter(
      ({ turnState }) => turnState === 'BUSY',
    );
    const silent = quiet(busy.map((session) => [session.id, signsOf(session)]));
    const suspects = busy.filter(({ id }) => silent.has(id));
    const panes = suspects.length === 0 ? [] : await deps.tmux.listSessions();
    const paneOf = (session: Session) => panes.find(({ marker }) => marker === session.marker) ?? null;
    const unmoved = still(suspects.map((session) => [session.id, outputOf(paneOf(session))]));
    for (const session of suspects) {
      if (unmoved.has(session.id) && (await isAtLine(deps, session))) await settle(deps, session);
    }
  };
}

type Stillness = (now: readonly (readonly [id: string, signs: string])[]) => Set<string>;

/** Who has shown the same signs at every look for long enough. */
function createStillness(): Stillness {
  let known = new Map<string, { signs: string; since: number }>();
  return (now) => {
    const at = performance.now();
    known = new Map(
      now.map(([id, signs]) => {
        const before = known.get(id);
        return [id, before?.signs === signs ? before : { signs, since: at }];
      }),
    );
    return new Set([...known].flatMap(([id, { since }]) => (at - since >= STILL_MS ? [id] : [])));
  };
}

function signsOf({ lastHookAt, turnSince, transcriptOffset }: Session): string {
  return [lastHookAt?.getTime(), turnSince.getTime(), transcriptOffset].join(' ');
}

function outputOf(pane: TmuxSession | null): string {
  return pane === null || pane.dead ? `${Math.random()}` : `${pane.lastOutputAt?.getTime()}`;
}

async function isAtLine(deps: StillDeps, session: Session): Promise<boolean> {
  const provider = deps.providers[(await getAgent(deps.store, session.agentId)).provider];
  if (!provider.drawsWhileBusy) return false;
  const asked = await listEscalations(deps.store, { agentId: session.agentId, open: true, limit: 1 });
  if (asked.length > 0) return false;
  const view = await deps.tmux.viewForTyping({ name: session.tmuxName, leaveModes: false });
  return provider.readLine(view).text !== 'unknown';
}

async function settle(deps: StillDeps, session: Session): Promise<void> {
  await deps.store.write(async (tx) => {
    const now = await getSession(tx, session.id);
    if (now.endedAt !== null || now.turnState !== 'BUSY' || signsOf(now) !== signsOf(session)) return;
    await updateSession(tx, session.id, { turnState: 'IDLE' });
  });
}
