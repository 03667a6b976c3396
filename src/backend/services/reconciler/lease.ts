import { assertFence, claimLease, releaseLease } from '@/backend/resource_accessors/lease.accessor';
import { hasten } from '@/backend/resource_accessors/store/hasten';
import type { Store } from '@/backend/resource_accessors/store/store';
import type { Deps } from '../deps';
import type { LeaseState } from './handle';
import { isHolderGone } from './holder';

export const LEASE = { name: 'reconciler', ttlMs: 10_000, renewMs: 3000 } as const;

export type LeaseKeeper = {
  state(): LeaseState;
  /** A store that writes only while this process is in charge, checked inside each transaction. */
  guard(store: Store): Store;
  /** Claims or renews once. True when this made us the one in charge. */
  tick(): Promise<boolean>;
  release(): Promise<void>;
};

/** Sees to it that one process acts. The others look on and take over when that one falls silent. */
export function keepLease(
  deps: Pick<Deps, 'store' | 'clock'>,
  options: { holder: string; ttlMs?: number },
): LeaseKeeper {
  const ttlMs = options.ttlMs ?? LEASE.ttlMs;
  const { holder } = options;
  const { name } = LEASE;
  let state: LeaseState = { inCharge: false, heldByOther: false, holder: null, fence: 0 };
  let until = 0;

  return {
    // Time counts even when we could not renew: another may have taken over by now.
    state: () => ({ ...state, inCharge: state.inCharge && deps.clock().getTime() < until }),
    guard: (store) => ({
      ...store,
      write: (work, options) =>
        store.write(async (tx) => {
          await assertFence(tx, { name, holder, fence: state.fence });
          return work(tx);
        }, options),
    }),
    async tick() {
      const asked = deps.clock().getTime();
      // After a power cut there is no holder.
      const lease = await hasten(deps.store).write((tx) =>
        claimLease(tx, { name, holder, ttlMs, isGone: isHolderGone }),
      );
      const fresh = lease.ours && (lease.taken || !state.inCharge);
      state = {
        inCharge: lease.ours,
        heldByOther: !lease.ours,
        holder: lease.holder,
        fence: lease.ours ? lease.fence : 0,
      };
      until = lease.ours ? asked + ttlMs : 0;
      return fresh;
    },
    async release() {
      if (!state.inCharge) return;
      state = { ...state, inCharge: false };
      await deps.store.write((tx) => releaseLease(tx, { name, holder }));
    },
  };
}
