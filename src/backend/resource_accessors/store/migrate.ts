import { createHash, randomUUID } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { z } from 'zod';
import { FactoryError, messageOf } from '@/backend/domain/errors';

// The DDL that Prisma's own engine writes, so that `prisma migrate status` agrees with us.
const LEDGER = `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
    "id"                    TEXT PRIMARY KEY NOT NULL,
    "checksum"              TEXT NOT NULL,
    "finished_at"           DATETIME,
    "migration_name"        TEXT NOT NULL,
    "logs"                  TEXT,
    "rolled_back_at"        DATETIME,
    "started_at"            DATETIME NOT NULL DEFAULT current_timestamp,
    "applied_steps_count"   INTEGER UNSIGNED NOT NULL DEFAULT 0
)`;

const LedgerRow = z.object({ name: z.string(), checksum: z.string(), finishedAt: z.string().nullable() });
const BACKUPS_KEPT = 10;

type Migration = { name: string; sql: string; checksum: string };

export type MigrateInput = {
  file: string;
  migrationsDir: string;
  backupsDir: string;
  busyTimeoutMs?: number;
};

/** Brings the database file to the schema of this build, after a backup. Returns what was applied now. */
export async function migrate(input: MigrateInput): Promise<string[]> {
  const db = open(input);
  try {
    db.pragma('journal_mode = WAL');
    db.exec(LEDGER);
    const pending = findPending(db, readMigrations(input.migrationsDir));
    if (pending.length > 0 && hasTables(db)) await backUp(db, input.backupsDir, pending[0]?.name ?? '');
    for (const migration of pending) apply(db, migration);
    return pending.map((migration) => migration.name);
  } catch (error) {
    throw explain(error, input.file);
  } finally {
    db.close();
  }
}

function open(input: MigrateInput): Database.Database {
  try {
    const isNew = !existsSync(input.file);
    const db = new Database(input.file, { timeout: input.busyTimeoutMs ?? 5000 });
    if (isNew) chmodSync(input.file, 0o600);
    return db;
  } catch (error) {
    throw explain(error, input.file);
  }
}

function readMigrations(dir: string): Migration[] {
  return readdirSync(dir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(path.join(dir, entry.name, 'migration.sql')))
    .map((entry) => entry.name)
    .sort()
    .map((name) => {
      const sql = readFileSync(path.join(dir, name, 'migration.sql'), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    });
}

function findPending(db: Database.Database, known: Migration[]): Migration[] {
  const rows = z
    .array(LedgerRow)
    .parse(
      db
        .prepare(
          `SELECT migration_name name, checksum, finished_at finishedAt FROM _prisma_migrations WHERE rolled_back_at IS NULL`,
        )
        .all(),
    );
  const applied = new Map(rows.map((row) => [row.name, row]));
  const newer = rows.find((row) => !known.some((migration) => migration.name === row.name));
  if (newer) {
    throw new FactoryError(
      'WRONG_STATE',
      `The database was written by a newer Factory Factory (it has the migration ${newer.name}).`,
      'Update this copy (git pull, then npm start), or start it with another FACTORY_HOME.',
    );
  }
  for (const migration of known) {
    const row = applied.get(migration.name);
    if (row && (row.finishedAt === null || row.checksum !== migration.checksum)) {
      throw new FactoryError(
        'WRONG_STATE',
        `The migration ${migration.name} ${row.finishedAt === null ? 'was started but never finished' : 'was changed after it was applied'}.`,
        'Restore the newest file of the backups folder in FACTORY_HOME over factory.db, then start again.',
      );
    }
  }
  return known.filter((migration) => !applied.has(migration.name));
}

function hasTables(db: Database.Database): boolean {
  const count = db
    .prepare(
      `SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_%' ESCAPE '\\' AND name NOT LIKE 'sqlite%'`,
    )
    .pluck()
    .get();
  return z.number().parse(count) > 0;
}

async function backUp(db: Database.Database, dir: string, before: string): Promise<void> {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const file = path.join(dir, `${new Date().toISOString().replace(/[:.]/g, '-')}-before-${before}.db`);
  await db.backup(file);
  chmodSync(file, 0o600);
  const old = readdirSync(dir)
    .filter((name) => name.endsWith('.db'))
    .sort()
    .slice(0, -BACKUPS_KEPT);
  for (const name of old) rmSync(path.join(dir, name), { force: true });
}

function apply(db: Database.Database, migration: Migration): void {
  const startedAt = timestamp();
  // Inside a transaction this pragma does nothing, so it is set before.
  db.pragma('foreign_keys = OFF');
  db.transaction(() => {
    // Another process may have applied it while we waited for the lock.
    const done = db
      .prepare(`SELECT count(*) FROM _prisma_migrations WHERE migration_name = ? AND rolled_back_at IS NULL`)
      .pluck()
      .get(migration.name);
    if (done !== 0) return;
    db.exec(migration.sql);
    const broken = z.array(z.unknown()).parse(db.pragma('foreign_key_check'));
    if (broken.length > 0) throw new Error(`${migration.name} leaves ${broken.length} broken references`);
    db.prepare(
      `INSERT INTO _prisma_migrations (id, checksum, finished_at, migration_name, logs, rolled_back_at, started_at, applied_steps_count)
       VALUES (?, ?, ?, ?, NULL, NULL, ?, 1)`,
    ).run(randomUUID(), migration.checksum, timestamp(), migration.name, startedAt);
  }).immediate();
  db.pragma('foreign_keys = ON');
}

function timestamp(): string {
  return new Date().toISOString().replace('Z', '+00:00');
}

function explain(error: unknown, file: string): FactoryError {
  if (error instanceof FactoryError) return error;
  const message = messageOf(error);
  if (/SQLITE_BUSY|database is locked/.test(message)) {
    return new FactoryError(
      'BUSY',
      `The database ${file} is locked by another process.`,
      'Close the program that holds it (a backup, a database browser, another server), then start again.',
      { cause: error },
    );
  }
  if (/readonly|READONLY|EACCES|EROFS|unable to open/.test(message)) {
    return new FactoryError(
      'READ_ONLY',
      `The database ${file} cannot be written.`,
      'Make the folder writable for you, or set FACTORY_HOME to one that is.',
      { cause: error },
    );
  }
  if (/SQLITE_FULL|ENOSPC/.test(message)) {
    return new FactoryError(
      'UNAVAILABLE',
      `The disk of ${file} is full.`,
      'Free some space, then start again.',
      { cause: error },
    );
  }
  return new FactoryError(
    'INTERNAL',
    `The database ${file} could not be prepared: ${message}.`,
    'Restore a file of the backups folder in FACTORY_HOME, or look at the server log.',
    { cause: error },
  );
}
