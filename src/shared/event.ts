import { z } from 'zod';

/** Everything that can change, named `noun.what-happened`. The browser and the reconciler both read these. */
export const EventKind = z.enum([
  'project.added',
  'project.updated',
  'project.archived',
  'task.created',
  'task.updated',
  'task.state',
  'task.deleted',
  'task.dependency',
  'agent.created',
  'agent.updated',
  'agent.state',
  'session.started',
  'session.activity',
  'session.ended',
  'execution.state',
  'delivery.state',
  'mail.sent',
  'mail.updated',
  'pull_request.opened',
  'pull_request.updated',
  'review.added',
  'comment.updated',
  'check.updated',
  'merge.updated',
  'decision.logged',
  'tool.called',
  'escalation.opened',
  'escalation.closed',
  'notification.updated',
  'condition.changed',
  'setting.updated',
  'work.rescued',
]);
export type EventKind = z.infer<typeof EventKind>;

/** Kinds that change many times a minute and tell a reader nothing: no story shows them, and they are not kept for ever. */
export const PASSING_KINDS: readonly EventKind[] = [
  'agent.updated',
  'task.dependency',
  'session.activity',
  'delivery.state',
  'mail.updated',
  'notification.updated',
  'comment.updated',
];

export const FactoryEvent = z.object({
  seq: z.int(),
  kind: EventKind,
  projectId: z.string().nullable(),
  epicId: z.string().nullable(),
  taskId: z.string().nullable(),
  agentId: z.string().nullable(),
  payload: z.record(z.string(), z.unknown()),
  at: z.date(),
});
export type FactoryEvent = z.infer<typeof FactoryEvent>;
