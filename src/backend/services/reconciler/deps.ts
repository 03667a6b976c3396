import type { Deps } from '../deps';
import type { ReconcilerPorts } from './ports';

/** What the reconciler is given. Its store refuses every write once another server has taken over. */
export type ReconcilerDeps = Pick<Deps, 'store' | 'clock' | 'newId' | 'log'> & {
  ports: ReconcilerPorts;
  /** Where agents that we start find us. */
  serverUrl: string;
  /** Since when somebody has looked without a break. */
  watchedSince: () => Date;
};
