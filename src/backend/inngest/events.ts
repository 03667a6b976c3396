import { z } from 'zod';
import type { FactoryEvent } from '@/shared/event';

/** What Inngest is told, and what each carries. Only identities: whoever is woken looks at the rows. */
export const InngestEvents = {
  'task.top_level.created': z.object({ taskId: z.string(), projectId: z.string() }),
  'task.created': z.object({ taskId: z.string(), epicId: z.string() }),
  'agent.completed': z.object({ agentId: z.string(), taskId: z.string() }),
  'mail.sent': z.object({ mailId: z.string(), taskId: z.string().nullable() }),
  'reconcile.requested': z.object({ key: z.string().nullable() }),
} as const;

export type InngestEventName = keyof typeof InngestEvents;

export type Outgoing = { id: string; name: InngestEventName; data: Record<string, unknown>; ts: number };

/** Our event as Inngest's, or null when it is none of its business. The id makes a repeated send harmless. */
export function toInngest(event: FactoryEvent): Outgoing | null {
  const chosen = choose(event);
  return chosen === null ? null : { id: `factory-${event.seq}`, ts: event.at.getTime(), ...chosen };
}

function choose(event: FactoryEvent): Pick<Outgoing, 'name' | 'data'> | null {
  const { taskId, epicId, projectId, agentId, payload } = event;
  if (event.kind === 'task.created') {
    return taskId === epicId
      ? { name: 'task.top_level.created', data: { taskId, projectId } }
      : { name: 'task.created', data: { taskId, epicId } };
  }
  if (event.kind === 'agent.updated' && payload.retired === true)
    return { name: 'agent.completed', data: { agentId, taskId } };
  if (event.kind === 'mail.sent') return { name: 'mail.sent', data: { mailId: payload.mailId, taskId } };
  return null;
}
