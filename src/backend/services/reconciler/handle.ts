import type { Planned } from './actions';
import type { ReconcilerStats } from './stats';

/** Who acts: `holder` names the server in charge, this one or another. */
export type LeaseState = {
  inCharge: boolean;
  /** Another process has it. Neither is true while ours has run out and nobody has taken it. */
  heldByOther: boolean;
  holder: string | null;
  fence: number;
};

export type QueueDepth = { ready: number; running: number; delayed: number; failing: number };

/** What the rest of the server may ask the reconciler. It is told nothing: it reads the rows. */
export type ReconcilerHandle = {
  /** What would be done now, for a key or for everything. Changes nothing. */
  plan(key?: string): Promise<Planned[]>;
  lease(): LeaseState;
  stats(): ReconcilerStats & { queue: QueueDepth };
};
