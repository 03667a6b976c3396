import { z } from 'zod';

export const Role = z.enum(['ORCHESTRATOR', 'SUPERVISOR', 'WORKER', 'REVIEWER', 'PLANNER', 'FIXER']);
export type Role = z.infer<typeof Role>;

export const ProviderName = z.enum(['claude', 'practice']);
export type ProviderName = z.infer<typeof ProviderName>;

/** strict: an allow list, the rest is asked of the human. auto: edits and safe commands. bypass: everything. */
export const PermissionMode = z.enum(['strict', 'auto', 'bypass']);
export type PermissionMode = z.infer<typeof PermissionMode>;

export const DesiredExecutionState = z.enum(['ACTIVE', 'PAUSED', 'IDLE']);
export type DesiredExecutionState = z.infer<typeof DesiredExecutionState>;

export const ExecutionState = z.enum(['ACTIVE', 'PAUSED', 'IDLE', 'CRASHED']);
export type ExecutionState = z.infer<typeof ExecutionState>;

export const TurnState = z.enum(['STARTING', 'IDLE', 'BUSY']);
export type TurnState = z.infer<typeof TurnState>;

export const AttemptState = z.enum(['QUEUED', 'RUNNING', 'COMPLETED', 'FAILED', 'BLOCKED', 'TIMEOUT']);
export type AttemptState = z.infer<typeof AttemptState>;

export const DeliveryState = z.enum(['QUEUED', 'INJECTED', 'SEEN', 'DROPPED']);
export type DeliveryState = z.infer<typeof DeliveryState>;

export const DeliveryKind = z.enum(['PROMPT', 'MAIL', 'NUDGE', 'ANSWER']);
export type DeliveryKind = z.infer<typeof DeliveryKind>;
