import type { Planned } from './actions';
import { formatKey, type Key, type ParsedKey } from './key';
import type { Observation } from './observation';
import { PHASES } from './phases';

/** What is to be done, by all phases in order. Pure: it can be asked at any time, and asking changes nothing. */
export function plan(observation: Observation): Planned[] {
  return PHASES.flatMap((phase) => phase(observation));
}

/** The part of it that this key may do. */
export function planFor(observation: Observation, key: ParsedKey): Planned[] {
  const mine: Key = formatKey(key);
  return plan(observation).filter((planned) => planned.key === mine);
}
