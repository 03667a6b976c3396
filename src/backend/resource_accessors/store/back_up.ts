import { chmodSync, copyFileSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { z } from 'zod';
import { FactoryError, messageOf } from '@/backend/domain/errors';

const ALL_PAGES = 0x7fffffff;

/** A whole and consistent copy of the database, also while servers write to it. */
export async function backUpDatabase(input: { file: string; to: string }): Promise<void> {
  if (!existsSync(input.file)) {
    throw new FactoryError('NOT_FOUND', `There is no database at ${input.file} yet.`, 'Run npm start first.');
  }
  if (existsSync(input.to)) {
    throw new FactoryError('ALREADY_EXISTS', `${input.to} is there already.`, 'Give another name.');
  }
  const db = new Database(input.file, { readonly: true, timeout: 5000 });
  try {
    mkdirSync(path.dirname(input.to), { recursive: true, mode: 0o700 });
    // Made first, so that it is never open to others, not even while it grows.
    writeFileSync(input.to, '', { mode: 0o600, flag: 'wx' });
    // In one go: between two steps a write of somebody else would begin the whole copy anew, again and again.
    await db.backup(input.to, { progress: () => ALL_PAGES });
  } catch (cause) {
    throw new FactoryError(
      'UNAVAILABLE',
      `The copy could not be written to ${input.to} (${messageOf(cause)}).`,
      'Give a file in a folder of yours with room for it. npm run factory -- doctor looks at the database itself.',
      { cause },
    );
  } finally {
    db.close();
  }
}

/** Puts a copy in the place of the database, and what was there, sound or not, beside the backups as `kept`. */
export function restoreDatabase(input: { from: string; file: string; kept: string }): void {
  const found = checkDatabase(input.from);
  if (found.trouble !== null) {
    throw new FactoryError('BAD_INPUT', `${input.from}: ${found.trouble}`, 'Choose another backup.');
  }
  if (existsSync(input.file)) {
    requireAlone(input.file);
    mkdirSync(path.dirname(input.kept), { recursive: true, mode: 0o700 });
    for (const part of PARTS) keep(`${input.file}${part}`, `${input.kept}${part}`);
  }
  mkdirSync(path.dirname(input.file), { recursive: true, mode: 0o700 });
  const draft = `${input.file}.restore`;
  copyFileSync(input.from, draft);
  chmodSync(draft, 0o600);
  // The journal belongs to the file that is being replaced and would be replayed into the new one.
  for (const journal of ['-wal', '-shm']) rmSync(`${input.file}${journal}`, { force: true });
  renameSync(draft, input.file);
}

/** A damaged database may have its last good pages in its journal. */
const PARTS = ['', '-wal'] as const;

function keep(from: string, to: string): void {
  if (!existsSync(from)) return;
  copyFileSync(from, to);
  chmodSync(to, 0o600);
}

/**
 * Refuses while anybody has the database open, also a server that only serves pages. Leaving the journal behind takes
 * a lock that nobody else may share, and folds the journal into the file.
 */
function requireAlone(file: string): void {
  try {
    const db = new Database(file, { timeout: 1000 });
    try {
      db.pragma('journal_mode = DELETE');
    } finally {
      db.close();
    }
  } catch (cause) {
    // What cannot be read at all cannot be in use.
    if (!(cause instanceof Database.SqliteError) || !/^SQLITE_(?:BUSY|LOCKED)/.test(cause.code)) return;
    throw new FactoryError(
      'WRONG_STATE',
      'A server has this database open.',
      'Stop it (Ctrl-C where npm start runs), then restore. Agents go on meanwhile.',
      { cause },
    );
  }
}

/** Whether a file is a sound database of ours, and how far its schema has come. */
export function checkDatabase(file: string): { trouble: string | null; migration: string | null } {
  if (!existsSync(file)) return { trouble: 'There is no such file.', migration: null };
  try {
    const db = new Database(file, { readonly: true, timeout: 5000 });
    try {
      const sound = z.string().parse(db.pragma('quick_check', { simple: true }));
      if (sound !== 'ok') return { trouble: `It is damaged: ${sound}.`, migration: null };
      const migration = db
        .prepare('SELECT migration_name FROM _prisma_migrations ORDER BY migration_name DESC LIMIT 1')
        .pluck()
        .get();
      return { trouble: null, migration: z.string().parse(migration) };
    } finally {
      db.close();
    }
  } catch (error) {
    return { trouble: `It is no database of Factory Factory (${messageOf(error)}).`, migration: null };
  }
}
