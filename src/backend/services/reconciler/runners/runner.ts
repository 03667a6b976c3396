import type { Action, ActionType } from '../actions';
import type { ReconcilerDeps } from '../deps';
import type { Outcome } from '../outcome';

/** Does one thing so that doing it twice is doing it once. It looks at the rows again before it writes. */
export type Runner<T extends ActionType> = (deps: ReconcilerDeps, action: Action<T>) => Promise<Outcome>;
