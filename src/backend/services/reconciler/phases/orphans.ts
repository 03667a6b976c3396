import type { Planned } from '../actions';
import type { Observation } from '../observation';

/** What belongs to nobody, and the state of the whole. */
export function orphans(o: Observation): Planned[] {
  if (o.system === null) return [];
  const { strays, orchestrator, crashes, conditions } = o.system;
  return [
    ...strays.map(({ name, marker }): Planned => {
      const reason = `The terminal ${name} carries our mark but no session belongs to it; it is closed.`;
      return { type: 'END_STRAY', key: 'system', name, marker, reason };
    }),
    ...(orchestrator ? [] : [ENSURE]),
    ...health(o, { crashes: crashes.length, unhealthy: conditions.has('Unhealthy') }),
  ];
}

const ENSURE: Planned = {
  type: 'ENSURE_ORCHESTRATOR',
  key: 'system',
  reason: 'The orchestrator is entered among the agents.',
};

function health(o: Observation, now: { crashes: number; unhealthy: boolean }): Planned[] {
  const { systemCrashLimit: limit, systemCrashWindowMinutes: minutes } = o.limits;
  const ill = now.crashes >= limit;
  if (ill === now.unhealthy) return [];
  const reason = ill
    ? `${now.crashes} crashes in ${minutes} minutes: the system is marked unhealthy and the human is told.`
    : 'Agents run again without crashing: the system is healthy.';
  return [{ type: 'MARK_HEALTH', key: 'system', healthy: !ill, crashes: now.crashes, reason }];
}
