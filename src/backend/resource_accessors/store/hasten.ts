import type { Store } from './store';

/**
 * The same store for whoever only writes down what can be seen again, or takes steps that are taken again: none of its
 * commits waits for the disk. What somebody is told to be done (a tool's answer, a click) is not written by this one.
 */
export function hasten<S extends Pick<Store, 'write'>>(store: S): S {
  return { ...store, write: (work) => store.write(work, { hasty: true }) };
}
