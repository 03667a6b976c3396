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

/** A worker says that it cannot go on, gives up, or goes on after all. Whoever answers for the task is told. */
export async function reportState(
  deps: Pick<Deps, 'store' | 'newId' | 'notify'>,
  input: ReportState,
): Promise<{ task: Task; changed: boolean; toldHuman: boolean }> {
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
