import { endPane } from '@/backend/agents/session/end_pane';
import { keepScrollback } from '@/backend/agents/session/keep_scrollback';
import { takeBackSeen } from '@/backend/resource_accessors/delivery.accessor';
import { endSession, findOpenSession, getSession } from '@/backend/resource_accessors/session.accessor';
import type { Deps } from '../deps';
import { findUnkept } from './find_unkept';
import { readTranscript } from './tail_transcripts';
import { withdrawQuestions } from './withdraw_questions';

/** Ends an agent's session with everything it started. The conversation stays on disk and can be gone on with. */
export async function stopSession(
  deps: Pick<Deps, 'store' | 'tmux' | 'providers' | 'home' | 'clock'>,
  input: { agentId: string; reason: string },
): Promise<void> {
  const session = await findOpenSession(deps.store, input.agentId);
  if (!session) return;
  const pane = await deps.tmux.readSession({ name: session.tmuxName });
  const isThis = pane?.marker === session.marker;
  const scrollbackPath = isThis ? await keepScrollback(deps, session) : null;
  await endPane(deps, { name: session.tmuxName, marker: session.marker });
  await readTranscript(deps, session.id);
  const unkept = await findUnkept(deps, await getSession(deps.store, session.id));
  await deps.store.write(async (tx) => {
    const exitStatus = isThis && pane.dead ? pane.exitStatus : null;
    await endSession(tx, session.id, { exitStatus, reason: input.reason, scrollbackPath });
    await withdrawQuestions(tx, session);
    if (unkept !== null) await takeBackSeen(tx, unkept.id);
  });
}
