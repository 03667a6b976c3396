import { isEnded } from '@/backend/domain/task/transitions';
import { clockTime } from '@/backend/domain/time/clock_time';
import type { Planned } from '../actions';
import { keyOf } from '../key';
import type { AgentView, Observation, TaskView } from '../observation';
import { heldBy, isOver, later, roleOf } from './views';

/** What tasks want of their agents: who must stop, who may sleep, who is missing. Waking up is the slots' affair. */
export function leafTasks(o: Observation): Planned[] {
  return o.tasks.flatMap((view) => [
    ...view.agents.flatMap((one) => rest(o, view, one)),
    ...replaceMissing(view),
    ...closeExecution(view),
  ]);
}

function rest(o: Observation, view: TaskView, one: AgentView): Planned[] {
  const { task } = view;
  const { agent, session } = one;
  const key = keyOf.task(task.id);
  const ids = { taskId: task.id, agentId: agent.id };
  const desire = (desired: 'PAUSED' | 'IDLE', why: string): Planned[] =>
    agent.desiredExecutionState === desired
      ? []
      : [{ type: 'DESIRE_AGENT', key, ...ids, desired, reason: `${agent.tmuxName} will stop: ${why}.` }];

  if (isOver(view)) return desire('IDLE', 'its task is over');
  if (isEnded(task.state)) return desire('IDLE', `its task is ${task.state}`);
  if (agent.desiredExecutionState !== 'ACTIVE') return [];
  const held = heldBy(view);
  if (held !== null) return desire('PAUSED', held);
  if (agent.role !== 'WORKER' || (task.state !== 'REVIEW' && task.state !== 'BLOCKED')) return [];
  if (one.unseen > 0 || one.hasQuestion || session?.turnState !== 'IDLE') return [];
  const until = later(session.turnSince, view.project.settings.limits.idleTimeoutMinutes * 60_000);
  if (until > o.at) {
    const reason = `${agent.tmuxName} is put to sleep at ${clockTime(until, o.at)} unless there is something for it by then: its task is ${task.state}.`;
    return [{ type: 'WAIT', key, until, reason }];
  }
  return desire('PAUSED', `its task is ${task.state} and it has had nothing to do for a while`);
}

/** A begun task whose worker was retired gets another, which then waits for a slot like everyone. */
function replaceMissing(view: TaskView): Planned[] {
  const { task } = view;
  if (roleOf(view) !== 'WORKER' || isOver(view) || heldBy(view) !== null) return [];
  if (task.state !== 'IN_PROGRESS' && task.state !== 'REVIEW' && task.state !== 'BLOCKED') return [];
  if (view.agents.some(({ agent }) => agent.role === 'WORKER')) return [];
  const reason = `“${task.title}” has no worker any more and will get another.`;
  return [
    {
      type: 'ENSURE_AGENT',
      key: keyOf.task(task.id),
      taskId: task.id,
      role: 'WORKER',
      thenStart: false,
      reason,
    },
  ];
}

function closeExecution(view: TaskView): Planned[] {
  const { task, execution } = view;
  if (!execution || task.deletedAt !== null) return [];
  const state = task.state === 'COMPLETED' ? 'COMPLETED' : task.state === 'BLOCKED' ? 'BLOCKED' : 'FAILED';
  if (!isEnded(task.state) && task.state !== 'BLOCKED') return [];
  const reason = `The attempt at “${task.title}” is closed: the task is ${task.state}.`;
  return [{ type: 'END_EXECUTION', key: keyOf.task(task.id), taskId: task.id, state, reason }];
}
