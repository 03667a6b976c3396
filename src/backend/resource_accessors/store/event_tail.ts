import Database from 'better-sqlite3';
import { z } from 'zod';
import { EventKind, type FactoryEvent } from '@/shared/event';
import type { Prisma } from '../generated/client';

export type NewEvent = {
  kind: EventKind;
  projectId?: string | null;
  epicId?: string | null;
  taskId?: string | null;
  agentId?: string | null;
  payload?: Prisma.InputJsonObject;
};

export type EventTail = {
  /** The newest sequence number that is committed; 0 when there is none. */
  last(): number;
  read(after: number, limit: number): FactoryEvent[];
  /** Every event after `after`, once, in order, for as long as the signal is not aborted. */
  follow(after: number, signal: AbortSignal): AsyncGenerator<FactoryEvent, void, void>;
  /** Called after a commit of this process, so that followers need not wait for the next look. */
  poke(): void;
  close(): void;
};

const LOOK_EVERY_MS = 25;
const BATCH = 500;

const Row = z.object({
  seq: z.int(),
  kind: EventKind,
  projectId: z.string().nullable(),
  epicId: z.string().nullable(),
  taskId: z.string().nullable(),
  agentId: z.string().nullable(),
  payload: z.string().transform((json) => z.record(z.string(), z.unknown()).parse(JSON.parse(json))),
  at: z.union([z.string(), z.number()]).transform((at) => new Date(at)),
});

/**
 * Follows the event table. Each follower pulls by its own cursor, so a slow one holds no buffer, and order and
 * exactly-once come from the table itself. Commits of other processes show as a changed `data_version`.
 */
export function openEventTail(file: string): EventTail {
  const db = new Database(file, { readonly: true, timeout: 1000 });
  const select = db.prepare(
    `SELECT seq, kind, projectId, epicId, taskId, agentId, payload, at FROM Event WHERE seq > ? ORDER BY seq LIMIT ?`,
  );
  const newest = db.prepare(`SELECT coalesce(max(seq), 0) FROM Event`).pluck();
  const version = db.prepare('PRAGMA data_version').pluck();
  const waiting = new Set<() => void>();
  let seen = version.get();
  let open = true;

  function wakeAll(): void {
    const all = [...waiting];
    waiting.clear();
    for (const wake of all) wake();
  }
  const timer = setInterval(() => {
    const now = version.get();
    if (now === seen) return;
    seen = now;
    wakeAll();
  }, LOOK_EVERY_MS);
  timer.unref();

  const tail: EventTail = {
    last: () => z.int().parse(newest.get()),
    read: (after, limit) => z.array(Row).parse(select.all(after, limit)),
    poke: wakeAll,
    async *follow(after, signal) {
      let cursor = after;
      while (open && !signal.aborted) {
        // Registered before reading: a commit between the read and the wait must not be slept through.
        const { changed, cancel } = nextChange(waiting, signal);
        const batch = tail.read(cursor, BATCH);
        if (batch.length === 0) {
          await changed;
          continue;
        }
        cancel();
        for (const event of batch) {
          if (signal.aborted) return;
          cursor = event.seq;
          yield event;
        }
      }
    },
    close() {
      open = false;
      clearInterval(timer);
      wakeAll();
      db.close();
    },
  };
  return tail;
}

function nextChange(
  waiting: Set<() => void>,
  signal: AbortSignal,
): { changed: Promise<void>; cancel: () => void } {
  let settle: () => void = () => undefined;
  const changed = new Promise<void>((resolve) => {
    settle = resolve;
  });
  const done = (): void => {
    waiting.delete(done);
    signal.removeEventListener('abort', done);
    settle();
  };
  waiting.add(done);
  signal.addEventListener('abort', done, { once: true });
  return { changed, cancel: done };
}
