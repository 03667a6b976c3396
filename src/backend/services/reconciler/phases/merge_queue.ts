import type { Planned } from '../actions';
import { keyOf } from '../key';
import type { Observation } from '../observation';

/** Epics with approved work that has not landed. */
export function mergeQueue(o: Observation): Planned[] {
  return o.merges.map(({ epicId, waiting }): Planned => {
    const reason = `The merge queue goes on with ${waiting === 1 ? 'one task' : `${waiting} tasks`}.`;
    return { type: 'ADVANCE_MERGE', key: keyOf.merge(epicId), epicId, reason };
  });
}
