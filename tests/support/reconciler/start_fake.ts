import type { Deps } from '@/backend/services/deps';
import type { ReconcilerPorts } from '@/backend/services/reconciler/ports';
import { type Reconciler, startReconciler } from '@/backend/services/reconciler/start_reconciler';
import { bindFakes, SERVER_URL, type World } from './world';

/** The whole reconciler, queue, lease and event tail and all, on a world in memory. */
export function startFakeReconciler(
  world: World,
  bind: (ports: ReconcilerPorts) => ReconcilerPorts = (ports) => ports,
): Promise<Reconciler> {
  const { store, clock, newId, log } = world.deps;
  return startReconciler<Pick<Deps, 'store' | 'clock' | 'newId' | 'log'>>(
    { store, clock, newId, log },
    {
      serverUrl: SERVER_URL,
      holder: 'fake',
      bindPorts: (given) => bind(bindFakes(world, given.store)),
    },
  );
}
