import { countCrashes } from '@/backend/domain/crash/crash';
import { isEnded } from '@/backend/domain/task/transitions';
import { clockTime } from '@/backend/domain/time/clock_time';
import type { Planned } from '../actions';
import { keyOf } from '../key';
import type { AgentView, Observation, TaskView } from '../observation';
import {
  isMadeMeanwhile,
  isOver,
  LOOK_AT_MACHINE_MS,
  later,
  machineShort,
  restsUntil,
  whyRests,
} from './views';

/** Makes each agent what is wanted of it: one step at a time, the next one is planned when this one is done. */
export function agentStates(o: Observation): Planned[] {
  return o.tasks.flatMap((view) =>
    view.agents.flatMap((one) => (one.session === null ? stopped(o, view, one) : running(view, one))),
  );
}

function running(view: TaskView, one: AgentView): Planned[] {
  const { agent, session, pane } = one;
  if (session === null || pane === null || pane.dead || !pane.alive) return [];
  const key = keyOf.task(view.task.id);
  const ids = { taskId: view.task.id, agentId: agent.id };
  const wanted = agent.desiredExecutionState;
  const interrupted = session.turnState === 'BUSY';
  if (wanted !== 'ACTIVE') {
    const reason = `${agent.tmuxName} is ${wanted === 'PAUSED' ? 'put to sleep' : 'stopped'}.`;
    const endReason = wanted === 'PAUSED' ? 'paused' : 'stopped';
    return [{ type: 'STOP_SESSION', key, ...ids, endReason, becomes: wanted, interrupted, reason }];
  }
  if (view.disk?.worktree === false) {
    const reason = `${agent.tmuxName} works in a folder that was deleted; it is restarted once the folder is back.`;
    const endReason = 'moved: its worktree was deleted';
    return [{ type: 'STOP_SESSION', key, ...ids, endReason, becomes: 'IDLE', interrupted, reason }];
  }
  if (one.files === false) {
    const reason = `The private folder of ${agent.tmuxName} was deleted; it is restarted with a new one.`;
    const endReason = 'moved: its private folder was deleted';
    return [{ type: 'STOP_SESSION', key, ...ids, endReason, becomes: 'IDLE', interrupted, reason }];
  }
  if (agent.executionState !== 'ACTIVE') {
    const reason = `${agent.tmuxName} runs.`;
    return [{ type: 'SETTLE_AGENT', key, ...ids, state: 'ACTIVE', reason }];
  }
  return [];
}

function stopped(o: Observation, view: TaskView, one: AgentView): Planned[] {
  const { agent } = one;
  const key = keyOf.task(view.task.id);
  const ids = { taskId: view.task.id, agentId: agent.id };
  if (one.stray) {
    const { name, marker } = one.stray;
    const reason = `A terminal of ${agent.tmuxName} that no session belongs to is closed.`;
    return [{ type: 'END_STRAY', key, name, marker, reason }];
  }
  // The end of its session has to be recorded before anything else is decided.
  if (agent.executionState === 'ACTIVE') return [];
  const wanted = agent.desiredExecutionState;
  if (wanted !== 'ACTIVE') {
    if (agent.executionState !== wanted) {
      const reason = `${agent.tmuxName} is ${wanted === 'PAUSED' ? 'asleep' : 'at rest'}.`;
      return [{ type: 'SETTLE_AGENT', key, ...ids, state: wanted, reason }];
    }
    if (!isOver(view)) return [];
    const reason = `${agent.tmuxName} is retired: its task is over.`;
    return [{ type: 'RETIRE_AGENT', key, ...ids, reason }];
  }
  return start(o, view, one);
}

function start(o: Observation, view: TaskView, one: AgentView): Planned[] {
  const { agent } = one;
  const { task } = view;
  const key = keyOf.task(task.id);
  const ids = { taskId: task.id, agentId: agent.id };
  const { crashLimit, crashWindowMinutes } = view.project.settings.limits;
  const window = { at: o.at, windowMinutes: crashWindowMinutes, forgivenAt: agent.crashesForgivenAt };
  const crashes = countCrashes(one.ended, window);
  if (crashes >= crashLimit && !isEnded(task.state) && task.deletedAt === null) {
    const reason = `${agent.tmuxName} crashed ${crashes} times in ${crashWindowMinutes} minutes; “${task.title}” fails.`;
    return [{ type: 'FAIL_TASK', key, ...ids, cause: 'crash_loop', from: task.state, reason }];
  }
  const rests = restsUntil(one, o.at);
  if (rests !== null) {
    const reason =
      `${agent.tmuxName} starts again at ${clockTime(rests, o.at)}. ${whyRests(one, o, view)}`.trim();
    return [{ type: 'WAIT', key, until: rests, reason }];
  }
  if (task.preparedAt === null ? !isMadeMeanwhile(view) : view.disk?.worktree === false) return [];
  const short = machineShort(o);
  if (short !== null) {
    const reason = `${agent.tmuxName} does not start yet: ${short}. It starts once there is enough.`;
    return [{ type: 'WAIT', key, until: later(o.at, LOOK_AT_MACHINE_MS), reason }];
  }
  const reason = `${agent.tmuxName} ${agent.executionState === 'IDLE' ? 'starts' : 'goes on where it was'}.`;
  return [{ type: 'START_SESSION', key, ...ids, reason }];
}
