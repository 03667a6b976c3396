import { judgeSession } from '@/backend/domain/liveness/judge_session';
import type { Planned } from '../actions';
import { keyOf } from '../key';
import type { AgentView, Observation, TaskView } from '../observation';

/** Sessions that are not what their rows say: gone, dead, hung, or ended without the agent's state following. */
export function detectCrashes(o: Observation): Planned[] {
  return o.tasks.flatMap((view) => view.agents.flatMap((one) => detect(o, view, one)));
}

function detect(o: Observation, view: TaskView, one: AgentView): Planned[] {
  const { agent, session } = one;
  const key = keyOf.task(view.task.id);
  const ids = { taskId: view.task.id, agentId: agent.id };
  if (session === null) {
    if (agent.executionState !== 'ACTIVE') return [];
    return [{ type: 'RECORD_END', key, ...ids, reason: `${agent.tmuxName} is not running any more.` }];
  }
  const wanted = agent.desiredExecutionState;
  const interrupted = session.turnState === 'BUSY';
  const judgement = judgeSession({
    session,
    pane: one.pane,
    at: o.at,
    watchedSince: o.watchedSince,
    serverUrl: o.serverUrl,
    hungMinutes: o.limits.hungMinutes,
    startMinutes: o.limits.startMinutes,
    hasQuestion: one.hasQuestion,
  });
  switch (judgement.kind) {
    case 'alive':
      return [];
    case 'gone':
      return [
        {
          type: 'CLOSE_DEAD_SESSION',
          key,
          ...ids,
          sessionId: session.id,
          interrupted,
          wanted: wanted === 'ACTIVE' ? 'CRASHED' : wanted,
          reason: `${agent.tmuxName} stopped: ${judgement.words}.`,
        },
      ];
    case 'hung':
      if (wanted !== 'ACTIVE') return [];
      return [
        {
          type: 'STOP_SESSION',
          key,
          ...ids,
          endReason: `hung: ${judgement.words}`,
          becomes: 'CRASHED',
          interrupted,
          reason: `${agent.tmuxName} hangs (${judgement.words}) and will be restarted where it was.`,
        },
      ];
    case 'elsewhere':
      if (wanted !== 'ACTIVE') return [];
      return [
        {
          type: 'STOP_SESSION',
          key,
          ...ids,
          endReason: 'moved: this server has another address',
          becomes: 'IDLE',
          interrupted,
          reason: `${agent.tmuxName} will be restarted where it was: ${judgement.words}, not to this server.`,
        },
      ];
  }
}
