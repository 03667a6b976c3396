import { messageOf } from '@/backend/domain/errors';
import { setCondition } from '@/backend/resource_accessors/condition.accessor';
import { readSetting, writeSetting } from '@/backend/resource_accessors/setting.accessor';
import type { Deps } from '@/backend/services/deps';
import { INNGEST_CURSOR as CURSOR } from '@/backend/services/orchestrator/read_triggers';
import { type Outgoing, toInngest } from './events';

export type Send = (events: Outgoing[]) => Promise<unknown>;

const BATCH = 200;
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;

/**
 * Passes our events on. The event table is the outbox: a change is never held up by a send, and what could not be sent
 * is sent later from where we left off. Only the first failure of a row of them is told.
 */
export function startRelay(
  deps: Pick<Deps, 'store' | 'newId' | 'log'>,
  send: Send,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const running = relay().catch((error: unknown) =>
    deps.log.error({ err: error }, 'events are no longer passed on to Inngest'),
  );

  async function relay(): Promise<void> {
    const { tail } = deps.store;
    const stored = await readSetting(deps.store, CURSOR);
    // The first time there is nothing to catch up with: only what happens from now on is news.
    let cursor = typeof stored === 'number' ? stored : tail.last();
    for await (const event of tail.follow(cursor, stopping.signal)) {
      if (event.seq <= cursor) continue;
      const batch = [event, ...tail.read(event.seq, BATCH - 1)];
      const outgoing = batch.flatMap((one) => toInngest(one) ?? []);
      cursor = batch.at(-1)?.seq ?? event.seq;
      if (outgoing.length === 0) continue;
      if (!(await sendUntilTaken(outgoing))) return;
      await deps.store.write((tx) => writeSetting(tx, CURSOR, cursor));
    }
  }

  async function sendUntilTaken(outgoing: Outgoing[]): Promise<boolean> {
    for (
      let pause = FIRST_PAUSE_MS;
      !stopping.signal.aborted;
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
    ) {
      try {
        await send(outgoing);
        await tell(null);
        return true;
      } catch (error) {
        deps.log.warn({ err: error }, 'Inngest could not be reached');
        await tell(messageOf(error));
        await waitFor(pause, stopping.signal);
      }
    }
    return false;
  }

  function tell(trouble: string | null): Promise<void> {
    const message =
      trouble === null
        ? 'Inngest takes our events.'
        : `Inngest cannot be reached (${trouble.slice(0, 300)}). The work goes on without it; check INNGEST_BASE_URL and that it runs.`;
    return deps.store.write((tx) =>
      setCondition(
        tx,
        {
          id: deps.newId(),
          subjectKind: 'SYSTEM',
          subjectId: 'system',
          type: 'InngestUnreachable',
          status: trouble !== null,
          reason: trouble === null ? 'Reached' : 'SendFailed',
          message,
        },
        {},
      ),
    );
  }

  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
    signal.addEventListener('abort', done);
  });
}
