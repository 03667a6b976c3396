import { setTimeout as sleep } from 'node:timers/promises';
import { listProjects } from '@/backend/resource_accessors/project.accessor';
import { type ForgeDeps, syncForge } from './sync_forge';

const LOOK_MS = 2_000;
const IDLE_MS = 60_000;
const AFTER_CRASH_MS = 60_000;

/** Looks at each project when its time has come: soon after a change, later while GitHub is away or its limit is spent. */
export function startForgeSync(deps: ForgeDeps, lookMs = LOOK_MS): { stop(): Promise<void> } {
  const due = new Map<string, number>();
  const stop = new AbortController();
  const running = follow();

  async function follow(): Promise<void> {
    while (!stop.signal.aborted) {
      await lookAtAll().catch((thrown: unknown) => deps.log.error({ err: thrown }, 'forge sync failed'));
      await rest(lookMs, stop.signal);
    }
  }

  async function lookAtAll(): Promise<void> {
    for (const { id } of await listProjects(deps.store, { archived: false })) {
      if (stop.signal.aborted || (due.get(id) ?? 0) > Date.now()) continue;
      const next = await syncForge(deps, { projectId: id }).catch((thrown: unknown) => {
        deps.log.error({ err: thrown, projectId: id }, 'forge sync failed');
        return { kind: 'wait', afterMs: AFTER_CRASH_MS } as const;
      });
      due.set(id, Date.now() + (next.kind === 'wait' ? next.afterMs : IDLE_MS));
    }
  }

  return {
    async stop() {
      stop.abort();
      await running;
    },
  };
}

/** Leaves no listener behind on the signal, which lives as long as the server. */
function rest(ms: number, signal: AbortSignal): Promise<void> {
  return sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);
}
