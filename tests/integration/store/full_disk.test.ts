import { afterAll, beforeAll, expect, it } from 'vitest';
import { addTestProject, addTestTask, openTestStore, type TestStore } from '../../support/store';

let world: TestStore;
beforeAll(async () => {
  world = await openTestStore();
});
afterAll(() => world?.close());

const LONG = 'x'.repeat(150_000);

it('a full disk fails writes and says so, and the first after it is written', async () => {
  const project = await world.store.write((tx) => addTestProject(tx));
  const add = (title: string) =>
    world.store.write((tx) => addTestTask(tx, { projectId: project.id, title, description: LONG }));
  await add('before');
  // SQLite itself then says what it says on a full disk; a new connection knows nothing of this limit.
  await world.store.write(async (tx) => {
    await tx.client.$queryRawUnsafe('PRAGMA max_page_count = 1');
  });
  await expect(add('during')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await add('after');
  const titles = await world.store.client.task.findMany({ select: { title: true } });
  expect(titles.map(({ title }) => title)).toEqual(['before', 'after']);
});
