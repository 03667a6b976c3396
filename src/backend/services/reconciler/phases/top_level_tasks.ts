import { isEnded } from '@/backend/domain/task/transitions';
import { clockTime } from '@/backend/domain/time/clock_time';
import type { Planned } from '../actions';
import { keyOf } from '../key';
import type { Observation, TaskView } from '../observation';
import { getsFolderFirst, heldBy, isMadeMeanwhile, isOver, later, machineShort, roleOf } from './views';

/** Epics: a supervisor for each, awake while there is something for it to do. A quick one has only its worker. */
export function topLevelTasks(o: Observation): Planned[] {
  return o.tasks
    .filter((view) => view.task.parentId === null)
    .flatMap((view) => (roleOf(view) === 'SUPERVISOR' ? supervise(o, view) : lineUpQuick(view)));
}

function supervise(o: Observation, view: TaskView): Planned[] {
  const { task } = view;
  const key = keyOf.task(task.id);
  if (isOver(view) || isEnded(task.state) || heldBy(view) !== null) return [];
  const one = view.agents.find(({ agent }) => agent.role === 'SUPERVISOR');
  if (!one) {
    const reason = `A supervisor will be given to “${task.title}”.`;
    const thenStart = getsFolderFirst(view) && isMadeMeanwhile(view) && machineShort(o) === null;
    return [{ type: 'ENSURE_AGENT', key, taskId: task.id, role: 'SUPERVISOR', thenStart, reason }];
  }
  const { agent, session } = one;
  const ids = { taskId: task.id, agentId: agent.id };
  const working = task.state === 'PLANNING' || task.state === 'IN_PROGRESS';
  if (agent.desiredExecutionState !== 'ACTIVE') {
    if (!working && one.unseen === 0) return [];
    const reason = `${agent.tmuxName} will go on${one.unseen > 0 ? ': there is mail for it' : ''}.`;
    return [{ type: 'DESIRE_AGENT', key, ...ids, desired: 'ACTIVE', reason }];
  }
  if (working || one.unseen > 0 || one.hasQuestion || session?.turnState !== 'IDLE') return [];
  const until = later(session.turnSince, view.project.settings.limits.idleTimeoutMinutes * 60_000);
  const idle = `${agent.tmuxName} has nothing to do while the epic is ${task.state}; its session is put to sleep`;
  if (until > o.at) {
    const reason = `${idle} at ${clockTime(until, o.at)} unless there is something by then.`;
    return [{ type: 'WAIT', key, until, reason }];
  }
  return [{ type: 'DESIRE_AGENT', key, ...ids, desired: 'PAUSED', reason: `${idle}.` }];
}

function lineUpQuick(view: TaskView): Planned[] {
  const { task } = view;
  if (task.state !== 'PLANNING' || isOver(view) || heldBy(view) !== null || view.execution) return [];
  const reason = `“${task.title}” gets in line for a worker.`;
  return [{ type: 'ENQUEUE_TASK', key: keyOf.task(task.id), taskId: task.id, reason }];
}
