import { FactoryError } from '@/backend/domain/errors';
import { findLiveAgent } from '@/backend/resource_accessors/agent.accessor';
import type { Task } from '@/backend/resource_accessors/task.accessor';
import { loadCaller } from '../agent/load_caller';
import type { Deps } from '../deps';
import { recordReport } from './record_report';

export type ReportState = {
  agentId: string;
  state: 'BLOCKED' | 'FAILED' | 'IN_PROGRESS';
  reason: string;
};

const LOCK = /\.lock\b/;

/** A worker says that it cannot go on, gives up, or goes on after all. Whoever answers for the task is told. */
export async function reportState(
  deps: Pick<Deps, 'store' | 'git' | 'newId' | 'notify'>,
  input: ReportState,
): Promise<{ task: Task; changed: boolean; toldHuman: boolean }> {
  if (input.state !== 'IN_PROGRESS' && LOCK.test(input.reason)) await requireLocked(deps, input.agentId);
  return deps.store.write(async (tx) => {
    const { state, reason } = input;
    const { agent, task } = await loadCaller(tx, input.agentId);
    const supervisor = task.parentId === null ? null : await findLiveAgent(tx, task.parentId, 'SUPERVISOR');
    const toldHuman = supervisor === null;
    // What blocks it may be something else by now, which whoever answers for it has not heard.
    const isNews = state === 'BLOCKED' && task.stateReason !== reason;
    if (task.state === state && !isNews) return { task, changed: false, toldHuman };
    if (state === 'IN_PROGRESS' && task.state === 'REVIEW') {
      throw new FactoryError(
        'FORBIDDEN',
        'Your task is in REVIEW: it is with the reviewer now.',
        'Wait for the answer, which comes as mail. If you found a mistake yourself, commit the fix and call task.create_pr again.',
      );
    }
    return { task: await recordReport(tx, deps, { agent, task, state, reason }), changed: true, toldHuman };
  });
}

/** A lock that a git process left behind is nobody's to answer for: it is taken away, and the worker tries again. */
async function requireLocked(deps: Pick<Deps, 'store' | 'git'>, agentId: string): Promise<void> {
  const { task } = await loadCaller(deps.store, agentId);
  const cleared = await deps.git
    .clearOwnLock({ worktree: task.worktreePath })
    // It is held still, or cannot be told: then somebody hears of it.
    .catch((thrown: unknown) => {
      if (thrown instanceof FactoryError) return null;
      throw thrown;
    });
  if (cleared === null) return;
  throw new FactoryError(
    'WRONG_STATE',
    `What was in your way is gone. ${cleared}`,
    'Try again what failed; if it fails still, report it anew.',
  );
}
