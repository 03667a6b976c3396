import type { AgentRow } from '@/frontend/api/outputs';
import { agentLook, type Look } from '@/frontend/ui/state';

export function lookOf(agent: AgentRow): Look {
  return agent.retiredAt === null ? agentLook[agent.executionState] : { state: 'idle', word: 'retired' };
}

/** What it does now, or why it does nothing. */
export function activityOf(agent: AgentRow): string {
  const { session } = agent;
  if (agent.retiredAt !== null) return 'out of service';
  if (agent.parkedUntil !== null && agent.parkedUntil.getTime() > Date.now())
    return `waits until ${agent.parkedUntil.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })} before it starts again`;
  if (session === null) return 'has not started yet';
  if (session.endedAt !== null)
    return session.endReason === null || session.endReason === 'stopped'
      ? 'stopped'
      : `stopped: ${session.endReason}`;
  if (session.turnState === 'STARTING') return 'is starting';
  if (session.turnState === 'IDLE') return 'waits for its next turn';
  return session.lastToolSummary || session.lastToolName || 'is thinking';
}

/** Wanted against actual, only where they differ. */
export function gapOf(agent: AgentRow): string | null {
  if (agent.retiredAt !== null || agent.desiredExecutionState === agent.executionState) return null;
  return `wanted ${agentLook[agent.desiredExecutionState].word}`;
}
