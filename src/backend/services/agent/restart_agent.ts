import { endPane } from '@/backend/agents/session/end_pane';
import { keepScrollback } from '@/backend/agents/session/keep_scrollback';
import { FactoryError } from '@/backend/domain/errors';
import { getAgent } from '@/backend/resource_accessors/agent.accessor';
import { takeBackSeen } from '@/backend/resource_accessors/delivery.accessor';
import { endSession, findOpenSession, type Session } from '@/backend/resource_accessors/session.accessor';
import type { Deps } from '../deps';
import { findUnkept } from '../session/find_unkept';
import { readTranscript } from '../session/tail_transcripts';
import { withdrawQuestions } from '../session/withdraw_questions';
import { retryTask } from '../task/retry_task';

type RestartDeps = Pick<Deps, 'store' | 'tmux' | 'providers' | 'home' | 'clock' | 'newId'>;

/**
 * Ends the session of an agent and asks for another try, so that it comes back in the same conversation and knows that
 * it is to go on.
 */
export async function restartAgent(deps: RestartDeps, input: { agentId: string }): Promise<void> {
  const agent = await getAgent(deps.store, input.agentId);
  if (agent.retiredAt !== null || agent.taskId === null) {
    throw new FactoryError(
      'WRONG_STATE',
      `${agent.tmuxName} is out of service.`,
      'Retry its task instead; that gets a new agent.',
    );
  }
  const session = await findOpenSession(deps.store, agent.id);
  if (session !== null) await end(deps, session);
  await retryTask(deps, { taskId: agent.taskId });
}

/** The row first: a terminal that closes under an open row would be taken for a crash. */
async function end(deps: RestartDeps, session: Session): Promise<void> {
  const scrollbackPath = await keepScrollback(deps, session);
  await readTranscript(deps, session.id);
  const unkept = await findUnkept(deps, session);
  await deps.store.write(async (tx) => {
    await endSession(tx, session.id, { exitStatus: null, reason: 'restarted by you', scrollbackPath });
    await withdrawQuestions(tx, session);
    if (unkept !== null) await takeBackSeen(tx, unkept.id);
  });
  await endPane(deps, { name: session.tmuxName, marker: session.marker });
}
