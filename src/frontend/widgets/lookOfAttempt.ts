import type { TaskDetail } from '@/frontend/api/outputs';
import { attemptLook, type Look, taskLook } from '@/frontend/ui/state';

/** An attempt that was under way when its task was given up did not fail: it ended with the task's own reason. */
export function lookOfAttempt(
  attempt: Pick<TaskDetail['executions'][number], 'state' | 'reason'>,
  task: Pick<TaskDetail['task'], 'state' | 'stateReason'>,
): Look {
  const cancelled =
    task.state === 'CANCELLED' && attempt.state === 'FAILED' && attempt.reason === task.stateReason;
  return cancelled ? taskLook.CANCELLED : attemptLook[attempt.state];
}
