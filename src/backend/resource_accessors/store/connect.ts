import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import Database from 'better-sqlite3';
import { PrismaClient } from '../generated/client';
import { reuseStatements } from './reuse_statements';

// Waiting inside SQLite blocks the whole process, so it waits only briefly there and longer out here.
export const SQLITE_WAIT_MS = 60;

export type Connection = {
  client: PrismaClient;
  db: Database.Database;
  /** What its transaction has changed so far; null when it might be anything. */
  written(): ReadonlySet<string> | null;
};

/** A connection of its own, with Prisma on top of it. */
export async function connect(
  file: string,
  onCommit: (tables: ReadonlySet<string> | null) => void,
): Promise<Connection> {
  const factory = new PrismaBetterSqlite3({ url: `file:${file}`, timeout: SQLITE_WAIT_MS });
  const adapter = await factory.connect();
  const db = databaseOf(adapter);
  const { written } = reuseStatements(db, onCommit);
  for (const pragma of [
    'journal_mode = WAL',
    'synchronous = FULL',
    'foreign_keys = ON',
    'cache_size = -32000',
  ]) {
    db.pragma(pragma);
  }
  const { provider, adapterName } = factory;
  const client = new PrismaClient({ adapter: { provider, adapterName, connect: async () => adapter } });
  return { client, db, written };
}

/** The adapter keeps its connection to itself. */
function databaseOf(adapter: object): Database.Database {
  const db: unknown = Reflect.get(adapter, 'client');
  if (db instanceof Database) return db;
  throw new Error("Prisma's adapter for SQLite has changed: it has no connection named `client` any more.");
}
