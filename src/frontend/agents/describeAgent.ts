import type { AgentRow, TaskDetail } from '@/frontend/api/outputs';
import { agentLook, type Look } from '@/frontend/ui/state';
import { describeTool } from '@/shared/describe_tool';

const RESTS = {
  sign_in: 'waits for a sign-in',
  program: 'waits for its program',
  allowance: 'waits for its allowance',
};

type Agent = Pick<AgentRow, 'name' | 'asks' | 'executionState' | 'retiredAt'> & {
  session: Pick<
    NonNullable<TaskDetail['agents'][number]['session']>,
    'turnState' | 'endedAt' | 'endReason' | 'lastToolName' | 'lastToolSummary'
  > | null;
  rests?: keyof typeof RESTS | null;
  parkedUntil?: Date | null;
};

/** Whose move it is: a program that runs is not at work while it waits for an answer or for its next turn. */
export function lookOf(agent: Agent): Look {
  if (agent.retiredAt !== null) return { state: 'idle', word: 'retired' };
  if (agent.rests) return { state: 'blocked', word: 'waiting' };
  if (agent.executionState !== 'ACTIVE') return agentLook[agent.executionState];
  if (agent.asks !== null) return { state: 'blocked', word: 'asks you' };
  if (agent.session === null || agent.session.endedAt !== null || agent.session.turnState === 'STARTING')
    return { state: 'working', word: 'starting' };
  return agent.session.turnState === 'IDLE'
    ? { state: 'idle', word: 'waiting' }
    : { state: 'working', word: 'working' };
}

/** What it does now, or why it does nothing. */
export function activityOf(agent: Agent): string {
  const { session, parkedUntil = null, rests = null } = agent;
  if (agent.retiredAt !== null) return 'out of service';
  if (agent.asks !== null) return withoutName(agent.asks, agent.name);
  const until = parkedUntil !== null && parkedUntil.getTime() > Date.now() ? timeOf(parkedUntil) : null;
  if (rests !== null) return until === null ? RESTS[rests] : `${RESTS[rests]}; tries again at ${until}`;
  if (until !== null) return `waits until ${until} before it starts again`;
  if (session === null) return 'has not started yet';
  if (session.endedAt !== null)
    return session.endReason === null || session.endReason === 'stopped'
      ? 'its session has ended'
      : `its session has ended: ${session.endReason}`;
  if (session.turnState === 'STARTING') return 'is starting';
  if (session.turnState === 'IDLE') return 'waits for a message';
  const doing = describeTool(session.lastToolName, session.lastToolSummary);
  return doing === null ? 'is thinking' : `${doing.verb} ${doing.what}`.trim();
}

function timeOf(at: Date): string {
  return at.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
}

/** Wanted against actual, only where they differ. */
export function gapOf(agent: AgentRow): string | null {
  if (agent.retiredAt !== null || agent.desiredExecutionState === agent.executionState) return null;
  return `wanted ${agentLook[agent.desiredExecutionState].word}`;
}

/** "worker-3f2a asks: …" in a row that begins with the name. */
function withoutName(asks: string, name: string): string {
  return asks.startsWith(`${name} `) ? asks.slice(name.length + 1) : asks;
}
