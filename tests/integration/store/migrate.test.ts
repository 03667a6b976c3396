import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FactoryError } from '@/backend/domain/errors';
import { migrate } from '@/backend/resource_accessors/store/migrate';
import { MIGRATIONS } from '../../support/store';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(path.join(os.tmpdir(), 'factory-migrate-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const input = (migrationsDir = MIGRATIONS) => ({
  file: path.join(dir, 'factory.db'),
  migrationsDir,
  backupsDir: path.join(dir, 'backups'),
  busyTimeoutMs: 100,
});

function plant(name: string, sql: string): string {
  const folder = path.join(dir, 'migrations');
  mkdirSync(path.join(folder, name), { recursive: true });
  writeFileSync(path.join(folder, name, 'migration.sql'), sql);
  return folder;
}

async function failure(promise: Promise<unknown>): Promise<FactoryError> {
  const error = await promise.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof FactoryError)) throw new Error(`expected a FactoryError, got ${String(error)}`);
  expect(error.next).not.toBe('');
  return error;
}

describe('migrations', () => {
  it('make a private database, and do nothing the second time', async () => {
    expect((await migrate(input())).length).toBeGreaterThan(0);
    expect(statSync(input().file).mode & 0o777).toBe(0o600);
    expect(await migrate(input())).toEqual([]);
  });

  it('keep a backup of what was there before', async () => {
    const folder = plant('1_first', 'CREATE TABLE "A" (id INTEGER);');
    await migrate(input(folder));
    plant('2_second', 'CREATE TABLE "B" (id INTEGER);');
    expect(await migrate(input(folder))).toEqual(['2_second']);
    const [backup, ...rest] = readdirSync(path.join(dir, 'backups'));
    expect(rest).toEqual([]);
    expect(backup).toContain('before-2_second');
    const old = new Database(path.join(dir, 'backups', backup ?? ''), { readonly: true });
    expect(old.prepare(`SELECT name FROM sqlite_master WHERE name IN ('A', 'B')`).pluck().all()).toEqual([
      'A',
    ]);
    old.close();
  });

  it('leave nothing of a migration that fails half way', async () => {
    const folder = plant('1_first', 'CREATE TABLE "A" (id INTEGER); INSERT INTO "Nowhere" VALUES (1);');
    expect((await failure(migrate(input(folder)))).code).toBe('INTERNAL');
    const db = new Database(input().file, { readonly: true });
    expect(db.prepare(`SELECT count(*) FROM sqlite_master WHERE name = 'A'`).pluck().get()).toBe(0);
    db.close();
  });

  it('refuse a database of a newer version', async () => {
    await migrate(input(plant('9_future', 'CREATE TABLE "A" (id INTEGER);')));
    const error = await failure(migrate(input()));
    expect(error.code).toBe('WRONG_STATE');
    expect(error.message).toContain('newer');
  });

  it('refuse a migration that was changed after it was applied', async () => {
    const folder = plant('1_first', 'CREATE TABLE "A" (id INTEGER);');
    await migrate(input(folder));
    plant('1_first', 'CREATE TABLE "A2" (id INTEGER);');
    expect((await failure(migrate(input(folder)))).message).toContain('changed after it was applied');
  });

  it('say that the database is locked', async () => {
    await migrate(input());
    const holder = new Database(input().file);
    holder.pragma('journal_mode = DELETE');
    holder.exec('BEGIN EXCLUSIVE');
    expect((await failure(migrate(input()))).code).toBe('BUSY');
    holder.exec('ROLLBACK');
    holder.close();
  });

  it.skipIf(process.getuid?.() === 0)('say that the folder cannot be written', async () => {
    chmodSync(dir, 0o500);
    expect((await failure(migrate(input()))).code).toBe('READ_ONLY');
    chmodSync(dir, 0o700);
  });
});
