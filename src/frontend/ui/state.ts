import type { AttemptState, DeliveryState, ExecutionState } from '@/shared/agent';
import type { TaskState } from '@/shared/task';

/** The six looks that mean the same everywhere: dot, badge, graph node, terminal frame. */
export const VISUAL_STATES = ['idle', 'working', 'review', 'blocked', 'failed', 'done'] as const;
export type VisualState = (typeof VISUAL_STATES)[number];

/** A look and the word that goes with it: colour and shape alone never carry the meaning. */
export type Look = { state: VisualState; word: string };

export const taskLook: Record<TaskState, Look> = {
  PENDING: { state: 'idle', word: 'waiting' },
  PLANNING: { state: 'working', word: 'planning' },
  IN_PROGRESS: { state: 'working', word: 'working' },
  REVIEW: { state: 'review', word: 'in review' },
  BLOCKED: { state: 'blocked', word: 'blocked' },
  COMPLETED: { state: 'done', word: 'done' },
  FAILED: { state: 'failed', word: 'failed' },
  CANCELLED: { state: 'idle', word: 'cancelled' },
};

export const agentLook: Record<ExecutionState, Look> = {
  ACTIVE: { state: 'working', word: 'running' },
  PAUSED: { state: 'blocked', word: 'paused' },
  IDLE: { state: 'idle', word: 'stopped' },
  CRASHED: { state: 'failed', word: 'crashed' },
};

export const attemptLook: Record<AttemptState, Look> = {
  QUEUED: { state: 'idle', word: 'queued' },
  RUNNING: { state: 'working', word: 'running' },
  COMPLETED: { state: 'done', word: 'completed' },
  FAILED: { state: 'failed', word: 'failed' },
  BLOCKED: { state: 'blocked', word: 'blocked' },
  TIMEOUT: { state: 'failed', word: 'timed out' },
};

export const deliveryLook: Record<DeliveryState, Look> = {
  QUEUED: { state: 'idle', word: 'queued' },
  INJECTED: { state: 'working', word: 'injected' },
  SEEN: { state: 'done', word: 'seen' },
  DROPPED: { state: 'failed', word: 'dropped' },
};

export const stateInk: Record<VisualState, string> = {
  idle: 'text-idle',
  working: 'text-working',
  review: 'text-review',
  blocked: 'text-blocked',
  failed: 'text-failed',
  done: 'text-done',
};

export const stateTint: Record<VisualState, string> = {
  idle: 'bg-idle-bg text-idle',
  working: 'bg-working-bg text-working',
  review: 'bg-review-bg text-review',
  blocked: 'bg-blocked-bg text-blocked',
  failed: 'bg-failed-bg text-failed',
  done: 'bg-done-bg text-done',
};
