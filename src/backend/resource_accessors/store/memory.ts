import Database from 'better-sqlite3';
import { z } from 'zod';
import type { Prisma } from '../generated/client';
import { SQLITE_WAIT_MS } from './connect';

export type Table = Prisma.ModelName;

/** Tells whether what was read once is still so. */
export type Memory = {
  /** The same for all who read this database. */
  of: object;
  inTransaction: boolean;
  /** The moment of a read that begins now. */
  moment(): number;
  /** Whether no commit since that moment, of any process, has changed one of these tables. */
  holds(since: number, tables: readonly Table[]): boolean;
};

const NONE = { from: 0, to: -1 };

/**
 * A commit of this process says itself which tables it has changed. Each transaction of any process takes a turn that is
 * counted in the database: when that has moved on without us, somebody else has written, and nothing holds any more.
 */
export function openMemory(file: string) {
  let watch: Watch | null = null;
  const changedAt = new Map<string, number>();
  let now = 0;
  let forgottenAt = 0;
  let seen: { version: unknown; turn: number } = { version: null, turn: 0 };
  /** Turns of this process, one after the other. */
  let ours = NONE;

  function forget(): void {
    forgottenAt = ++now;
  }

  function look(): void {
    try {
      watch ??= openWatch(file);
      const version = watch.version();
      if (version === seen.version) return;
      const turn = watch.turn();
      const isOurs = turn > seen.turn && seen.turn >= ours.from - 1 && turn <= ours.to;
      seen = { version, turn };
      if (!isOurs) forget();
    } catch {
      // Whoever reads hears of it from their own connection; until one can look again, nothing is sure.
      watch?.close();
      watch = null;
      seen = { version: null, turn: 0 };
      forget();
    }
  }

  const of = {};
  const memory = {
    of,
    inTransaction: false,
    moment(): number {
      look();
      return now;
    },
    holds(since: number, tables: readonly Table[]): boolean {
      look();
      return since >= forgottenAt && tables.every((table) => (changedAt.get(table) ?? 0) <= since);
    },
    /**
     * A transaction of ours has this turn, and nobody else can commit before it ends. What others did until now is seen
     * apart from it: somebody with a database browser takes no turn, and would pass for us.
     */
    took(mine: number): void {
      look();
      ours = { from: mine === ours.to + 1 ? ours.from : mine, to: mine };
    },
    /** What a commit of ours has changed; null when it might be anything. */
    changed(tables: ReadonlySet<string> | null): void {
      now++;
      if (tables === null) forgottenAt = now;
      else for (const table of tables) changedAt.set(table, now);
      look();
    },
    /** A transaction of ours was undone: another may get its turn. */
    undone(): void {
      ours = NONE;
      forget();
    },
    /** For a transaction: what it has written itself, it has to read again. */
    within(written: () => ReadonlySet<string> | null): Memory {
      return {
        of,
        inTransaction: true,
        moment: memory.moment,
        holds(since, tables) {
          const own = written();
          return own !== null && !tables.some((table) => own.has(table)) && memory.holds(since, tables);
        },
      };
    },
    close(): void {
      watch?.close();
      watch = null;
    },
  };
  return memory;
}

type Watch = { version(): unknown; turn(): number; close(): void };

function openWatch(file: string): Watch {
  const db = new Database(file, { readonly: true, timeout: SQLITE_WAIT_MS });
  try {
    const version = db.prepare('PRAGMA data_version').pluck();
    const turn = db.prepare('SELECT turn FROM WriteTurn WHERE id = 1').pluck();
    return {
      version: () => version.get(),
      turn: () => z.number().parse(turn.get()),
      close: () => db.close(),
    };
  } catch (error) {
    db.close();
    throw error;
  }
}
