import type { Action, ActionType } from '../actions';
import type { ReconcilerDeps } from '../deps';
import type { Outcome } from '../outcome';
import { admitTask, desire, enqueueTask, ensureAgentOf } from './admit';
import { failTask, nudge, stopNudging, tellDependency } from './limits';
import type { Runner } from './runner';
import { closeDeadSession, endStray, recordEnd, settleAgent, startSession, stopSession } from './session';
import {
  advanceMerge,
  deliver,
  ensureOrchestratorRow,
  expireEscalations,
  markHealth,
  setConditionOf,
} from './system';
import {
  endExecution,
  markStarted,
  prepareWorktree,
  purge,
  removeWorktree,
  reportBlocked,
  retire,
} from './task';

/** Who does what. An action without a runner does not compile. */
const RUNNERS: { [T in ActionType]: Runner<T> } = {
  CLOSE_DEAD_SESSION: closeDeadSession,
  RECORD_END: recordEnd,
  ENSURE_AGENT: ensureAgentOf,
  ENQUEUE_TASK: enqueueTask,
  ADMIT_TASK: admitTask,
  DESIRE_AGENT: desire,
  PREPARE_WORKTREE: prepareWorktree,
  REMOVE_WORKTREE: removeWorktree,
  PURGE_TASK: purge,
  START_SESSION: startSession,
  STOP_SESSION: stopSession,
  SETTLE_AGENT: settleAgent,
  RETIRE_AGENT: retire,
  MARK_STARTED: markStarted,
  END_EXECUTION: endExecution,
  REPORT_BLOCKED: reportBlocked,
  DELIVER: deliver,
  NUDGE: nudge,
  STOP_NUDGING: stopNudging,
  FAIL_TASK: failTask,
  TELL_DEPENDENCY: tellDependency,
  SET_CONDITION: setConditionOf,
  ADVANCE_MERGE: advanceMerge,
  EXPIRE_ESCALATIONS: expireEscalations,
  END_STRAY: endStray,
  ENSURE_ORCHESTRATOR: ensureOrchestratorRow,
  MARK_HEALTH: markHealth,
};

export function runAction<T extends ActionType>(deps: ReconcilerDeps, action: Action<T>): Promise<Outcome> {
  const runner: Runner<T> = RUNNERS[action.type];
  return runner(deps, action);
}
