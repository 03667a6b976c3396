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
  let cursor: number | null = null;
  const running = keepRelaying();

  /** Rows that cannot be read or written for a while end nothing: it goes on where it was. */
  async function keepRelaying(): Promise<void> {
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      try {
        return await relay();
      } catch (error) {
        deps.log.error({ err: error }, 'passing events on to Inngest failed, and begins again');
        await waitFor(pause, stopping.signal);
        if (stopping.signal.aborted) return;
      }
    }
  }

  async function relay(): Promise<void> {
    const { tail } = deps.store;
    const stored = await readSetting(deps.store, CURSOR);
    // The first time there is nothing to catch up with: only what happens from now on is news.
    cursor ??= typeof stored === 'number' ? stored : tail.last();
    for await (const event of tail.follow(cursor, stopping.signal)) {
      if (event.seq <= cursor) continue;
      const batch = [event, ...tail.read(event.seq, BATCH - 1)];
      const outgoing = batch.flatMap((one) => toInngest(one) ?? []);
      const upTo = batch.at(-1)?.seq ?? event.seq;
      if (outgoing.length > 0 && !(await sendUntilTaken(outgoing))) return;
      cursor = upTo;
      if (outgoing.length > 0) await deps.store.write((tx) => writeSetting(tx, CURSOR, upTo));
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
  if (signal.aborted) return Promise.resolve();
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
