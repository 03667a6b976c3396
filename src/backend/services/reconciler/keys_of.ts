import type { EventKind, FactoryEvent } from '@/shared/event';
import { type Key, keyOf } from './key';

type Ids = Pick<FactoryEvent, 'projectId' | 'epicId' | 'taskId' | 'agentId' | 'payload'>;

const task = ({ taskId }: Ids) => (taskId === null ? [] : [keyOf.task(taskId)]);
const worktree = ({ taskId }: Ids) => (taskId === null ? [] : [keyOf.worktree(taskId)]);
const epic = ({ epicId }: Ids) => (epicId === null ? [] : [keyOf.task(epicId)]);
const agent = ({ agentId }: Ids) => (agentId === null ? [] : [keyOf.agent(agentId)]);
const merge = ({ epicId }: Ids) => (epicId === null ? [] : [keyOf.merge(epicId)]);
const project = ({ projectId }: Ids) => (projectId === null ? [] : [keyOf.project(projectId)]);
const system = (): Key[] => ['system'];
const nothing = (): Key[] => [];
const each =
  (...parts: ((ids: Ids) => Key[])[]) =>
  (ids: Ids): Key[] =>
    parts.flatMap((part) => part(ids));

function isOnlyToken({ payload }: Ids): boolean {
  const { fields } = payload;
  return Array.isArray(fields) && fields.length === 1 && fields[0] === 'tokenHash';
}

/** Who has to look again after what. Missing an entry costs time only: the sweep finds everything. */
const TABLE: Record<EventKind, (ids: Ids) => Key[]> = {
  'project.added': project,
  'project.updated': project,
  'project.archived': project,
  // The folder first: making it takes longest, and everybody waits for it.
  'task.created': each(worktree, task, epic, project),
  // An agent waits for its folder: whoever has nothing to do with that keeps out of its way.
  'task.updated': (ids) => (ids.payload.made === true ? task(ids) : each(task, worktree, epic, project)(ids)),
  'task.state': each(task, worktree, epic, project, merge),
  'task.deleted': each(
    task,
    worktree,
    epic,
    (ids) => (ids.epicId === null ? [] : [keyOf.worktree(ids.epicId)]),
    project,
  ),
  'task.dependency': each(task, epic, project),
  // Nothing can be delivered before its session is ready, and that is said by the session.
  'agent.created': (ids) =>
    ids.payload.role === 'SUPERVISOR' ? each(worktree, task)(ids) : each(worktree, task, project)(ids),
  // A new token is made while the agent starts, which is no time to look at everything around it.
  'agent.updated': (ids) => (isOnlyToken(ids) ? [] : each(task, worktree, agent, project)(ids)),
  'agent.state': each(task, worktree, project),
  'session.started': task,
  'session.activity': (ids) => (ids.payload.turn === 'IDLE' ? each(agent, task)(ids) : agent(ids)),
  'session.ended': each(task, worktree, project, system),
  'execution.state': each(task, project),
  'delivery.state': (ids) => {
    if (ids.payload.state === 'QUEUED') return each(agent, task, project)(ids);
    // Whoever was blocked may go on with what it has read.
    return ids.payload.state === 'SEEN' && ids.payload.kind === 'MAIL' ? each(agent, task)(ids) : agent(ids);
  },
  'mail.sent': nothing,
  'mail.updated': nothing,
  'pull_request.opened': each(epic, merge),
  'pull_request.updated': each(epic, merge),
  'review.added': merge,
  'comment.updated': nothing,
  'check.updated': nothing,
  'merge.updated': each(epic, merge),
  'decision.logged': nothing,
  'tool.called': nothing,
  'escalation.opened': each(task, system),
  'escalation.closed': each(task, agent, system),
  'notification.updated': nothing,
  'condition.changed': nothing,
  'setting.updated': system,
  'work.rescued': nothing,
};

/** The keys that an event wakes, each once. */
export function keysOf(event: Ids & Pick<FactoryEvent, 'kind'>): Key[] {
  return [...new Set(TABLE[event.kind](event))];
}

/** An archived project or a changed limit concerns more than anyone could name. */
export function concernsAll(event: Pick<FactoryEvent, 'kind'>): boolean {
  return event.kind === 'project.archived' || event.kind === 'setting.updated';
}

/** The epic whose subtasks depend on what happened to it: it was held, moved, or got its folder. */
export function concernsSubtasks(event: Ids & Pick<FactoryEvent, 'kind'>): string | null {
  if (event.taskId === null || event.taskId !== event.epicId) return null;
  if (event.kind === 'task.state' || event.kind === 'task.deleted') return event.epicId;
  if (event.kind !== 'task.updated') return null;
  const fields = event.payload.fields;
  return Array.isArray(fields) && !fields.includes('preparedAt') ? null : event.epicId;
}
