import type { Deps } from '../deps';
import type { Outside } from './outside';
import type { ReconcilerPorts } from './ports';

/** What the reconciler is given. Its store refuses every write once another server has taken over. */
export type ReconcilerDeps = Pick<Deps, 'store' | 'clock' | 'newId' | 'log'> & {
  ports: ReconcilerPorts;
  /** Where agents that we start find us. */
  serverUrl: string;
  /** Since when somebody has looked without a break. */
  watchedSince: () => Date;
  /** For what may take long, while a key is worked on in a lane. */
  outside?: Outside;
};
