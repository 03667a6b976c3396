import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Tx } from '@/backend/resource_accessors/store/store';
import { addTestProject, openTestStore, type TestStore } from '../../support/store';

let db: TestStore;
beforeAll(async () => {
  db = await openTestStore();
});
afterAll(() => db.close());

/** What SQLite says of the connection that writes: 2 waits for the disk at every commit, 1 does not. */
const asked = (tx: Tx) => tx.client.$queryRaw`PRAGMA synchronous`;

it('waits for the disk at every commit but a hasty one, whatever became of that', async () => {
  expect(await db.store.write(asked)).toEqual([{ synchronous: 2n }]);
  expect(await db.store.write(asked, { hasty: true })).toEqual([{ synchronous: 1n }]);
  expect(await db.store.write(asked)).toEqual([{ synchronous: 2n }]);
  const failing = db.store.write(() => Promise.reject(new Error('no')), { hasty: true });
  const [failed, next] = await Promise.allSettled([failing, db.store.write(asked)]);
  expect(failed.status).toBe('rejected');
  expect(next).toMatchObject({ value: [{ synchronous: 2n }] });
});

it('shows a hasty commit to everybody at once', async () => {
  const before = db.store.tail.last();
  const project = await db.store.write((tx) => addTestProject(tx), { hasty: true });
  expect(await db.store.client.project.count({ where: { id: project.id } })).toBe(1);
  expect(db.store.tail.read(before, 10).map((event) => event.kind)).toContain('project.added');
});
