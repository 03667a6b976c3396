import type { ConditionType } from '@/backend/domain/condition/condition_type';
import type { ExecutionState } from '@/shared/agent';
import type { TaskState } from '@/shared/task';
import type { Key } from './key';

type Subject = { kind: 'SYSTEM' | 'PROJECT' | 'TASK' | 'AGENT'; id: string };

/** What can be done, and what each needs to know. Identities and words only: runners look again before they act. */
export type ActionMap = {
  CLOSE_DEAD_SESSION: {
    taskId: string;
    agentId: string;
    sessionId: string;
    wanted: ExecutionState;
    interrupted: boolean;
  };
  RECORD_END: { taskId: string; agentId: string };
  /** `thenStart`: nothing stands in its way, so it is not looked at again before. */
  ENSURE_AGENT: { taskId: string; role: 'SUPERVISOR' | 'WORKER'; thenStart: boolean };
  ENQUEUE_TASK: { taskId: string };
  ADMIT_TASK: { taskId: string };
  DESIRE_AGENT: { taskId: string; agentId: string; desired: 'ACTIVE' | 'PAUSED' | 'IDLE' };
  PREPARE_WORKTREE: { taskId: string };
  REMOVE_WORKTREE: { taskId: string };
  PURGE_TASK: { taskId: string };
  START_SESSION: { taskId: string; agentId: string };
  STOP_SESSION: {
    taskId: string;
    agentId: string;
    endReason: string;
    becomes: ExecutionState;
    interrupted: boolean;
  };
  SETTLE_AGENT: { taskId: string; agentId: string; state: ExecutionState };
  RETIRE_AGENT: { taskId: string; agentId: string };
  MARK_STARTED: { taskId: string; agentId: string; from: TaskState };
  END_EXECUTION: { taskId: string; state: 'COMPLETED' | 'FAILED' | 'BLOCKED' };
  REPORT_BLOCKED: { taskId: string; agentId: string; words: string };
  DELIVER: { taskId: string; agentId: string };
  NUDGE: { taskId: string; agentId: string; about: NudgeSubject };
  STOP_NUDGING: { taskId: string; agentId: string };
  FAIL_TASK: { taskId: string; agentId: string | null; cause: 'crash_loop' | 'timeout'; from: TaskState };
  TELL_DEPENDENCY: {
    taskId: string;
    epicId: string;
    failed: { id: string; title: string; state: TaskState };
  };
  SET_CONDITION: { subject: Subject; condition: ConditionType; status: boolean; words: string };
  ADVANCE_MERGE: { epicId: string };
  EXPIRE_ESCALATIONS: Record<never, never>;
  END_STRAY: { name: string; marker: string };
  ENSURE_ORCHESTRATOR: Record<never, never>;
  MARK_HEALTH: { healthy: boolean; crashes: number };
};

export type NudgeSubject =
  | { kind: 'unsubmitted' }
  | { kind: 'review'; count: number }
  | { kind: 'final_pr' }
  | { kind: 'plan' };

export type ActionType = keyof ActionMap;

/** One step. `key` says whose turn it belongs to, `reason` tells a person what will happen next and why. */
export type Action<T extends ActionType = ActionType> = {
  [K in T]: { type: K; key: Key; reason: string } & ActionMap[K];
}[T];

/** Nothing to do before this time. */
export type Wait = { type: 'WAIT'; key: Key; until: Date; reason: string };

/** Nothing to do before somebody does something. */
export type Hold = { type: 'HOLD'; key: Key; reason: string };

export type Planned = Action | Wait | Hold;

export function isAction(planned: Planned): planned is Action {
  return planned.type !== 'WAIT' && planned.type !== 'HOLD';
}
