import path from 'node:path';
import Database from 'better-sqlite3';
import { openStore } from '@/backend/resource_accessors/store/open_store';
import { createCaller } from '../support/call';
import { startServer } from '../support/server';
import { addTestProject, addTestTask } from '../support/store';
import { type Figure, figure, percentile, timed } from './figure';

const TASKS = 10_000;
const AT_ONCE = 50;
const ASKS = 60;

/** `task.list` over HTTP with 10,000 tasks in the database, against the same rows by a bare indexed query. */
export async function benchTasks(): Promise<Figure[]> {
  const server = await startServer();
  const file = path.join(server.home, 'factory', 'factory.db');
  const store = await openStore({ file, clock: () => new Date() });
  const project = await store.write((tx) => addTestProject(tx));
  // Some at a time, so that they have times of their own, and over, so that the server has nothing to do but to list them.
  for (let from = 0; from < TASKS; from += AT_ONCE) {
    await store.write(async (tx) => {
      for (let n = from; n < from + AT_ONCE; n++) {
        await addTestTask(tx, { projectId: project.id, title: `Task ${n}`, state: 'COMPLETED' });
      }
    });
  }
  await store.close();
  const api = createCaller({ url: server.url, cookie: await server.signIn() });
  const ours: number[] = [];
  for (let n = 0; n < ASKS; n++) {
    ours.push(await timed(() => api.task.list.query({ projectId: project.id, parentId: null, limit: 200 })));
  }
  await server.stop();
  return [
    figure({
      name: `task.list, 200 of ${TASKS} tasks, p95 over HTTP`,
      unit: 'ms',
      value: percentile(ours, 0.95),
      floor: percentile(await bareQueries(ASKS), 0.95),
      floorOf: 'the same 200 rows by a bare indexed query on as many rows',
    }),
  ];
}

async function bareQueries(asks: number): Promise<number[]> {
  const db = new Database(':memory:');
  db.exec('CREATE TABLE Task (id TEXT PRIMARY KEY, projectId TEXT, title TEXT, body TEXT, createdAt INT)');
  db.exec('CREATE INDEX byProject ON Task (projectId, createdAt)');
  const insert = db.prepare('INSERT INTO Task VALUES (?, ?, ?, ?, ?)');
  db.transaction(() => {
    for (let n = 0; n < TASKS; n++) insert.run(`id${n}`, 'p', `Task ${n}`, 'Do it.', n);
  })();
  const select = db.prepare('SELECT * FROM Task WHERE projectId = ? ORDER BY createdAt DESC LIMIT 200');
  const samples: number[] = [];
  for (let n = 0; n < asks; n++) samples.push(await timed(async () => select.all('p')));
  db.close();
  return samples;
}
