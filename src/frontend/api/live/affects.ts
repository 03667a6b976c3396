import type { EventKind, FactoryEvent } from '@/shared/event';

/**
 * Which routers' answers an event can change. A router that is named nowhere here is refreshed by every
 * event: forgetting a line costs a request, never a stale page.
 */
const affected: Record<EventKind, readonly string[]> = {
  'project.added': ['project', 'system'],
  'project.updated': ['project', 'task', 'board', 'epic'],
  'project.archived': ['project', 'inbox'],
  'task.created': ['task', 'board', 'epic', 'inbox', 'search', 'timeline'],
  'task.updated': ['task', 'board', 'epic', 'inbox', 'review', 'search', 'timeline'],
  'task.state': ['task', 'board', 'epic', 'inbox', 'review', 'agent', 'usage', 'timeline'],
  'task.deleted': ['task', 'board', 'epic', 'inbox', 'review', 'agent', 'search', 'timeline'],
  'task.dependency': ['task', 'board', 'epic', 'timeline'],
  'agent.created': ['agent', 'task', 'board', 'epic', 'mail', 'timeline'],
  'agent.updated': ['agent', 'task', 'board', 'epic', 'timeline'],
  'agent.state': ['agent', 'task', 'board', 'epic', 'inbox', 'timeline'],
  'session.started': ['agent', 'task', 'board', 'epic', 'system', 'timeline'],
  'session.activity': ['agent', 'board', 'epic', 'usage'],
  'session.ended': ['agent', 'task', 'board', 'epic', 'inbox', 'system', 'usage', 'timeline'],
  'execution.state': ['task', 'agent', 'board', 'epic', 'system', 'timeline'],
  'delivery.state': ['mail', 'agent'],
  'mail.sent': ['mail', 'inbox', 'agent', 'timeline'],
  'mail.updated': ['mail', 'inbox'],
  'pull_request.opened': ['review', 'task', 'board', 'epic', 'inbox', 'timeline'],
  'pull_request.updated': ['review', 'task', 'board', 'epic', 'inbox', 'timeline'],
  'review.added': ['review', 'task', 'epic', 'inbox', 'timeline'],
  'comment.updated': ['review'],
  'check.updated': ['review', 'task', 'board', 'epic', 'inbox'],
  'merge.updated': ['merge', 'review', 'task', 'board', 'epic', 'inbox', 'system', 'timeline'],
  'decision.logged': ['decision', 'timeline'],
  'tool.called': ['agent', 'timeline'],
  'escalation.opened': ['escalation', 'inbox', 'task', 'board', 'epic', 'agent', 'timeline'],
  'escalation.closed': ['escalation', 'inbox', 'task', 'board', 'epic', 'agent', 'timeline'],
  'notification.updated': ['setting'],
  'condition.changed': ['system', 'task', 'board', 'epic', 'agent', 'inbox', 'project'],
  'setting.updated': ['setting', 'system', 'provider'],
  'work.rescued': ['task', 'epic', 'inbox', 'system', 'timeline'],
};

const known = new Set(Object.values(affected).flat());

/** The part of an event that decides what to refresh. */
export type Change = Pick<FactoryEvent, 'kind' | 'projectId' | 'epicId' | 'taskId' | 'agentId'>;

/** Whether a query with this tRPC key may answer differently after this change. */
export function affects(change: Change, queryKey: readonly unknown[]): boolean {
  const [path, options] = queryKey;
  const router = Array.isArray(path) ? path[0] : undefined;
  if (typeof router !== 'string' || router === 'events') return false;
  if (known.has(router) && !affected[change.kind].includes(router)) return false;
  return concerns(change, inputOf(options));
}

/** A query that names another project, task or agent than the change is not touched by it. */
function concerns(change: Change, input: Record<string, unknown>): boolean {
  const differs = (asked: unknown, ...changed: (string | null)[]) => {
    const ids = changed.filter((id) => id !== null);
    return typeof asked === 'string' && ids.length > 0 && !ids.includes(asked);
  };
  return !(
    differs(input.projectId, change.projectId) ||
    differs(input.taskId, change.taskId, change.epicId) ||
    differs(input.epicId, change.epicId, change.taskId) ||
    differs(input.agentId, change.agentId)
  );
}

function inputOf(options: unknown): Record<string, unknown> {
  if (!isRecord(options) || !isRecord(options.input)) return {};
  return options.input;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
