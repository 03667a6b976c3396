import type { Planned } from '../actions';
import { keyOf } from '../key';
import type { AgentView, Observation, TaskView } from '../observation';
import { heldBy, isOver, roleOf } from './views';

/** What running agents mean for their tasks, and what is in line for them. */
export function progress(o: Observation): Planned[] {
  return o.tasks.flatMap((view) => [...begin(view), ...view.agents.flatMap((one) => deliver(view, one))]);
}

function begin(view: TaskView): Planned[] {
  const { task, execution } = view;
  if (isOver(view)) return [];
  const one = view.agents.find(({ agent }) => agent.role === roleOf(view));
  if (!one?.session || !isUp(one)) return [];
  const key = keyOf.task(task.id);
  const ids = { taskId: task.id, agentId: one.agent.id };
  const blocked = task.state === 'IN_PROGRESS' ? blockedWords(view, one) : null;
  if (blocked !== null) {
    const reason = `${one.agent.tmuxName} said that it is blocked: ${blocked}.`;
    return [{ type: 'REPORT_BLOCKED', key, ...ids, words: blocked, reason }];
  }
  const begins = task.state === 'PENDING' || task.state === 'PLANNING' || goesOn(view, one);
  if (!begins && (task.state !== 'IN_PROGRESS' || execution?.state === 'RUNNING')) return [];
  const reason = `“${task.title}” is in progress: ${one.agent.tmuxName} works on it.`;
  return [{ type: 'MARK_STARTED', key, ...ids, from: task.state, reason }];
}

/**
 * A blocked worker that has read what was written to it since is at work again. Left BLOCKED, nobody would remind it
 * when it stops without handing anything in.
 */
function goesOn(view: TaskView, one: AgentView): boolean {
  const { task } = view;
  if (task.state !== 'BLOCKED' || one.agent.role !== 'WORKER' || heldBy(view) !== null) return false;
  return one.toldAt !== null && one.toldAt >= task.stateSince;
}

function deliver(view: TaskView, one: AgentView): Planned[] {
  if (one.unseen === 0 || one.session === null) return [];
  const { id, tmuxName } = one.agent;
  const reason = `${tmuxName} is given ${one.unseen === 1 ? 'a message' : `${one.unseen} messages`}.`;
  return [{ type: 'DELIVER', key: keyOf.agent(id), taskId: view.task.id, agentId: id, reason }];
}

function isUp(one: AgentView): boolean {
  return one.pane !== null && !one.pane.dead && one.pane.alive;
}

/** The line a worker may end its turn with instead of calling the tool. One from before the task moved is old news. */
function blockedWords(view: TaskView, one: AgentView): string | null {
  const { session, agent } = one;
  if (agent.role !== 'WORKER' || session?.turnState !== 'IDLE' || session.turnSince <= view.task.stateSince)
    return null;
  const last = session.lastAssistantText?.trim().split('\n').at(-1)?.trim() ?? '';
  return last.match(/^\**BLOCKED:\**\s*(\S.*)$/)?.[1]?.replace(/\**\.?$/, '') ?? null;
}
