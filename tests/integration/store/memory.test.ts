import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { getProject, updateProject } from '@/backend/resource_accessors/project.accessor';
import { openStore } from '@/backend/resource_accessors/store/open_store';
import { reuseStatements } from '@/backend/resource_accessors/store/reuse_statements';
import type { Store } from '@/backend/resource_accessors/store/store';
import { findTaskAnyway, purgeTask } from '@/backend/resource_accessors/task.accessor';
import { addTestProject, addTestTask, openTestStore, type TestStore } from '../../support/store';

let db: TestStore;
let id: string;
beforeEach(async () => {
  db = await openTestStore();
  id = (await db.store.write((tx) => addTestProject(tx))).id;
});
afterEach(() => db.close());

const rename = (store: Store, name: string) => store.write((tx) => updateProject(tx, id, { name }));
const nameNow = async () => (await getProject(db.store, id)).name;

describe('what is remembered of rows', () => {
  it('is the same answer until its table changes, and another table is none of its business', async () => {
    const first = await getProject(db.store, id);
    expect(await getProject(db.store, id)).toBe(first);
    const { id: taskId } = await db.store.write((tx) => addTestTask(tx, { projectId: id }));
    expect(await getProject(db.store, id)).toBe(first);
    await rename(db.store, 'Second');
    expect(await nameNow()).toBe('Second');
    await db.store.write((tx) => purgeTask(tx, taskId));
    expect(await findTaskAnyway(db.store, taskId)).toBeNull();
  });

  it('can be changed by nobody who was given it', async () => {
    const project = await getProject(db.store, id);
    expect(() => Object.assign(project, { name: 'mine' })).toThrow(TypeError);
    expect(() => Object.assign(project.settings.limits, { maxWorkers: 99 })).toThrow(TypeError);
  });

  it('goes with a commit of another process, also between two of ours', async () => {
    const other = await openStore({ file: db.file, clock: () => new Date() });
    try {
      expect(await nameNow()).not.toBe('Theirs');
      await rename(other, 'Theirs');
      expect(await nameNow()).toBe('Theirs');
      await db.store.write((tx) => addTestTask(tx, { projectId: id }));
      await rename(other, 'Theirs again');
      await db.store.write((tx) => addTestTask(tx, { projectId: id }));
      expect(await nameNow()).toBe('Theirs again');
      expect((await getProject(other, id)).name).toBe('Theirs again');
    } finally {
      await other.close();
    }
  });

  it('goes with a change that somebody makes by hand', async () => {
    await nameNow();
    const hand = new Database(db.file);
    const write = (name: string) => hand.prepare('UPDATE Project SET name = ? WHERE id = ?').run(name, id);
    write('By hand');
    expect(await nameNow()).toBe('By hand');
    write('Before one of ours');
    await db.store.write((tx) => addTestTask(tx, { projectId: id }));
    expect(await nameNow()).toBe('Before one of ours');
    await db.store.write((tx) => addTestTask(tx, { projectId: id }));
    write('After one of ours');
    hand.close();
    expect(await nameNow()).toBe('After one of ours');
  });

  it('goes with a row that took others with it', async () => {
    const task = await db.store.write((tx) => addTestTask(tx, { projectId: id }));
    const child = await db.store.write((tx) => addTestTask(tx, { projectId: id, parentId: task.id }));
    expect(await findTaskAnyway(db.store, child.id)).toMatchObject({ id: child.id });
    await db.store.write((tx) => purgeTask(tx, task.id));
    expect(await findTaskAnyway(db.store, child.id)).toBeNull();
  });

  it('is not what a transaction sees of its own writes, nor what is seen of one that is undone', async () => {
    const before = await nameNow();
    const failed = db.store.write(async (tx) => {
      expect((await getProject(tx, id)).name).toBe(before);
      await updateProject(tx, id, { name: 'Never' });
      expect((await getProject(tx, id)).name).toBe('Never');
      expect(await nameNow()).toBe(before);
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    expect(await nameNow()).toBe(before);
    await db.store.write(async (tx) => {
      await updateProject(tx, id, { name: 'Then' });
      expect(await nameNow()).toBe(before);
    });
    expect(await nameNow()).toBe('Then');
  });

  it('is not trusted when another took the turn of a transaction that was undone', async () => {
    const other = await openStore({ file: db.file, clock: () => new Date() });
    try {
      await nameNow();
      await expect(db.store.write(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
      await rename(other, 'In its place');
      expect(await nameNow()).toBe('In its place');
      await expect(db.store.write(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
      await nameNow();
      await rename(other, 'After a look');
      expect(await nameNow()).toBe('After a look');
    } finally {
      await other.close();
    }
  });

  it('does not remember what could not be read', async () => {
    await expect(getProject(db.store, 'later')).rejects.toThrow('There is no project');
    await db.store.client.project.update({ where: { id }, data: { id: 'later' } });
    expect((await getProject(db.store, 'later')).id).toBe('later');
  });
});

describe('statements', () => {
  it('are prepared once, but a PRAGMA each time, and tell what a commit changed', () => {
    const bare = new Database(':memory:');
    bare.exec('CREATE TABLE "Task" (id INTEGER PRIMARY KEY, n INTEGER); CREATE TABLE "Mail" (id INTEGER)');
    const prepared: string[] = [];
    const prepare = bare.prepare.bind(bare);
    Object.defineProperty(bare, 'prepare', {
      configurable: true,
      value: (sql: string) => {
        prepared.push(sql);
        return prepare(sql);
      },
    });
    const commits: (string[] | null)[] = [];
    const { written } = reuseStatements(bare, (tables) => commits.push(tables && [...tables]));
    const insert = 'INSERT INTO `main`.`Task` (n) VALUES (?) RETURNING `id` AS `id`';
    const two = [1, 2].map((n) => bare.prepare(insert).bind([n]).raw().all());
    expect(two).toEqual([[[1]], [[2]]]);
    expect(bare.prepare(insert).columns()[0]?.name).toBe('id');
    expect(prepared).toEqual([insert]);
    expect(commits).toEqual([['Task'], ['Task']]);

    bare.prepare('BEGIN').run();
    bare.prepare('UPDATE "Mail" SET id = ?').bind([1]).run();
    expect([...(written() ?? [])]).toEqual(['Mail']);
    expect(commits).toHaveLength(2);
    bare.prepare('COMMIT').run();
    bare.prepare('DELETE FROM `main`.`Task` WHERE n = ?').bind([1]).run();
    expect(commits.slice(2)).toEqual([['Mail'], null]);

    for (const level of ['NORMAL', 'FULL']) bare.prepare(`PRAGMA synchronous = ${level}`).run();
    for (const level of ['NORMAL', 'FULL']) bare.prepare(`PRAGMA synchronous = ${level}`).run();
    expect(prepared.filter((sql) => sql.startsWith('PRAGMA'))).toHaveLength(4);
    bare.close();
  });
});
