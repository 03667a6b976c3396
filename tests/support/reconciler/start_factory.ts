import { advanceMergeQueue } from '@/backend/services/merge/advance_merge_queue';
import { bindWorldPorts } from '@/backend/services/reconciler/bind_world';
import { type Reconciler, startReconciler } from '@/backend/services/reconciler/start_reconciler';
import { bindSessionPorts } from '@/backend/services/session/bind_ports';
import type { SessionWorld } from '../sessions/start';

/** The reconciler at work on real git, tmux and practice agents. */
export function startFactory(world: SessionWorld, holder = 'test'): Promise<Reconciler> {
  return startReconciler(world.deps, {
    serverUrl: world.deps.serverUrl,
    holder,
    watchPanesMs: 300,
    sweepMs: 1000,
    bindPorts: (given) => ({
      ...bindWorldPorts(given),
      ...bindSessionPorts(given),
      advanceMergeQueue: (input) => advanceMergeQueue(given, input),
      notify: given.notify,
    }),
  });
}
