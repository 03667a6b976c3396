import { setTimeout as sleep } from 'node:timers/promises';
import type { Diagnosis } from '@/backend/agents/providers/provider';
import { endPane } from '@/backend/agents/session/end_pane';
import { keepScrollback } from '@/backend/agents/session/keep_scrollback';
import { forgetHealth } from '@/backend/agents/session/require_provider';
import type { TmuxSession } from '@/backend/clients/tmux/tmux_client';
import { FactoryError } from '@/backend/domain/errors';
import { getAgent } from '@/backend/resource_accessors/agent.accessor';
import { takeBackSeen } from '@/backend/resource_accessors/delivery.accessor';
import { endSession, getSession, type Session } from '@/backend/resource_accessors/session.accessor';
import type { Deps } from '../deps';
import { findUnkept } from './find_unkept';
import { readTranscript } from './tail_transcripts';
import { withdrawQuestions } from './withdraw_questions';

type CloseDeps = Pick<Deps, 'store' | 'tmux' | 'providers' | 'home' | 'clock'>;

/** Writes down how a session ended by itself, keeps its last screen and takes its dead terminal away. */
export async function closeDeadSession(deps: CloseDeps, input: { sessionId: string }): Promise<Diagnosis> {
  const session = await getSession(deps.store, input.sessionId);
  if (session.endedAt !== null) return { kind: 'crashed', message: session.endReason ?? 'It has ended.' };
  const agent = await getAgent(deps.store, session.agentId);
  const provider = deps.providers[agent.provider];
  const pane = await readLastPane(deps, session);
  if (pane !== null && !pane.dead) {
    throw new FactoryError('STALE', `${session.tmuxName} runs.`, 'Look at it again.');
  }
  const death = await diagnose(deps, session, pane);
  const scrollbackPath = pane === null ? null : await keepScrollback(deps, session);
  await readTranscript(deps, session.id);
  if (death.kind !== 'crashed') forgetHealth(provider);
  const reason =
    agent.desiredExecutionState === 'ACTIVE' ? endReason(session, pane, death) : 'stopped: it was asked to';
  const unkept = await findUnkept(deps, await getSession(deps.store, session.id));
  await deps.store.write(async (tx) => {
    await endSession(tx, session.id, { exitStatus: pane?.exitStatus ?? null, reason, scrollbackPath });
    await withdrawQuestions(tx, session);
    if (unkept !== null) await takeBackSeen(tx, unkept.id);
  });
  await endPane(deps, { name: session.tmuxName, marker: session.marker });
  return death;

  async function diagnose(
    { tmux }: CloseDeps,
    { tmuxName }: Session,
    dead: TmuxSession | null,
  ): Promise<Diagnosis> {
    if (dead === null) return { kind: 'crashed', message: 'Its terminal is gone.' };
    const screen = await tmux.capture({ name: tmuxName, historyLines: 100 }).catch(() => '');
    return provider.diagnose({ exitStatus: dead.exitStatus, screen });
  }
}

const DRAINED_MS = 1_000;

/** The terminal of exactly this session, once its last words are on the screen. */
async function readLastPane(deps: Pick<Deps, 'tmux'>, session: Session): Promise<TmuxSession | null> {
  for (let waited = 0; ; waited += 50) {
    const pane = await deps.tmux.readSession({ name: session.tmuxName });
    if (pane?.marker !== session.marker) return null;
    if (!pane.dead || pane.drained || waited >= DRAINED_MS) return pane;
    await sleep(50);
  }
}

function endReason(session: Session, pane: TmuxSession | null, death: Diagnosis): string {
  // The server was killed between writing the row and starting the program: nobody's crash.
  if (pane === null && session.pid === null)
    return 'not_started: the server stopped before its program began';
  return `${death.kind}: ${death.message}`.slice(0, 1000);
}
