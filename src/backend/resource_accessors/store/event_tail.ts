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

/** Told what went wrong while looking; the tail goes on by itself. */
export type TailTrouble = (error: unknown, what: string) => void;

const LOOK_EVERY_MS = 25;
const BATCH = 500;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 5000;

const Numbered = z.looseObject({ seq: z.int() });
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
 * exactly-once come from the table itself. Commits of other processes show as a changed `data_version`. A look that
 * fails ends no follower: all wait until the table can be read again, and go on from their cursors.
 */
export function openEventTail(file: string, onTrouble: TailTrouble = () => undefined): EventTail {
  const waiting = new Set<() => void>();
  let connection: Connection | null = connect(file);
  /** The version at the last look; null when the connection is another one since, whose numbers mean nothing beside it. */
  let seen: unknown = connection.version();
  let open = true;
  let failures = 0;
  let restUntil = 0;

  /** A failure costs the connection: SQLite may keep a page that it read wrongly until somebody writes. */
  function ask<T>(question: (connection: Connection) => T): T {
    if (!open) throw new Error('The event tail is closed.');
    try {
      connection ??= connect(file);
      return question(connection);
    } catch (error) {
      connection?.close();
      connection = null;
      seen = null;
      throw error;
    }
  }
  function isResting(): boolean {
    return performance.now() < restUntil;
  }
  function rest(error: unknown): void {
    if (failures === 0) onTrouble(error, 'changes cannot be read; it is tried again until they can');
    restUntil = performance.now() + Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS);
    failures++;
  }
  function wakeAll(): void {
    const all = [...waiting];
    waiting.clear();
    for (const wake of all) wake();
  }
  const timer = setInterval(() => {
    if (isResting()) return;
    const before = seen;
    const now = attempt(() => ask((db) => db.version()), rest);
    if (now === null) return;
    // Not after the first look of a new connection: what its followers read may still fail.
    if (before !== null) failures = 0;
    if (now === before) return;
    seen = now;
    wakeAll();
  }, LOOK_EVERY_MS);
  timer.unref();

  function readPage(after: number, limit: number): { events: FactoryEvent[]; upTo: number } {
    const rows = ask((db) => db.page(after, limit));
    return { events: rows.flatMap((row) => parseRow(row, onTrouble)), upTo: rows.at(-1)?.seq ?? after };
  }

  return {
    last: () => ask((db) => db.newest()),
    read: (after, limit) => readPage(after, limit).events,
    poke: wakeAll,
    async *follow(after, signal) {
      let cursor = after;
      while (open && !signal.aborted) {
        // Registered before reading: a commit between the read and the wait must not be slept through.
        const { changed, cancel } = nextChange(waiting, signal);
        const page = isResting() ? null : attempt(() => readPage(cursor, BATCH), rest);
        if (page === null || page.upTo === cursor) {
          await changed;
          continue;
        }
        cancel();
        for (const event of page.events) {
          if (signal.aborted) return;
          cursor = event.seq;
          yield event;
        }
        cursor = page.upTo;
      }
    },
    close() {
      open = false;
      clearInterval(timer);
      wakeAll();
      connection?.close();
    },
  };
}

type Connection = {
  version(): unknown;
  newest(): number;
  page(after: number, limit: number): z.infer<typeof Numbered>[];
  close(): void;
};

function connect(file: string): Connection {
  const db = new Database(file, { readonly: true, timeout: 1000 });
  try {
    const select = db.prepare(
      `SELECT seq, kind, projectId, epicId, taskId, agentId, payload, at FROM Event WHERE seq > ? ORDER BY seq LIMIT ?`,
    );
    const newest = db.prepare(`SELECT coalesce(max(seq), 0) FROM Event`).pluck();
    const version = db.prepare('PRAGMA data_version').pluck();
    return {
      version: () => version.get(),
      newest: () => z.int().parse(newest.get()),
      page: (after, limit) => z.array(Numbered).parse(select.all(after, limit)),
      close: () => db.close(),
    };
  } catch (error) {
    db.close();
    throw error;
  }
}

/** A row that nobody can read must not hold up those behind it. */
function parseRow(row: z.infer<typeof Numbered>, onTrouble: TailTrouble): FactoryEvent[] {
  const event = attempt(
    () => Row.parse(row),
    (error) => onTrouble(error, `event ${row.seq} cannot be read and is left out`),
  );
  return event === null ? [] : [event];
}

function attempt<T>(work: () => T, onError: (error: unknown) => void): T | null {
  try {
    return work();
  } catch (error) {
    onError(error);
    return null;
  }
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
