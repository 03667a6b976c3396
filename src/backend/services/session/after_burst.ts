const waiting = new Map<string, NodeJS.Timeout>();

/**
 * Of a burst of tools the first is written down. The last is what the agent is at, perhaps for minutes: it is written
 * once nothing else was heard of the agent for so long. Null when something else was.
 */
export function afterBurst(agentId: string, last: { ms: number; write(): void } | null): void {
  clearTimeout(waiting.get(agentId));
  waiting.delete(agentId);
  if (last === null) return;
  const timer = setTimeout(() => {
    waiting.delete(agentId);
    last.write();
  }, last.ms);
  waiting.set(agentId, timer.unref());
}
