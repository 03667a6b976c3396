import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { run } from '@/backend/clients/process/run';
import { isLegal } from '@/backend/domain/task/transitions';
import type { FactoryEvent } from '@/shared/event';
import { TaskState } from '@/shared/task';
import { addTestProject, addTestTask, openTestStore, type TestStore } from '../../support/store';

const PROCESSES = 8;
const ROUNDS = 120;
const Report = z.object({ moved: z.number(), refused: z.number(), failed: z.array(z.string()) });
const Moved = z.object({ from: TaskState, to: TaskState });

let db: TestStore;
beforeAll(async () => {
  db = await openTestStore();
});
afterAll(() => db.close());

it('8 processes moving the same 100 tasks make no illegal move, lose no event and see no lock', async () => {
  const tasks = await db.store.write(async (tx) => {
    const project = await addTestProject(tx);
    const epic = await addTestTask(tx, { projectId: project.id });
    const all = [];
    for (let n = 0; n < 100; n++)
      all.push(await addTestTask(tx, { projectId: project.id, parentId: epic.id }));
    return all;
  });
  const start = db.store.tail.last();
  const stop = new AbortController();
  const seen: FactoryEvent[] = [];
  const following = (async () => {
    for await (const event of db.store.tail.follow(start, stop.signal)) seen.push(event);
  })();

  const ids = JSON.stringify(tasks.map((task) => task.id));
  const script = path.resolve('tests/integration/store/hammer.ts');
  const results = await Promise.all(
    Array.from({ length: PROCESSES }, () =>
      run(process.execPath, ['--import', 'tsx', script, db.file, ids, String(ROUNDS)], {
        timeoutMs: 120_000,
      }),
    ),
  );
  const reports = results.map((result) => {
    expect(result.stderr).toBe('');
    return Report.parse(JSON.parse(result.stdout));
  });
  const moved = reports.reduce((sum, report) => sum + report.moved, 0);
  expect(reports.flatMap((report) => report.failed)).toEqual([]);
  expect(moved).toBeGreaterThan(100);

  const last = db.store.tail.last();
  expect(last - start).toBe(moved);
  await expect.poll(() => seen.at(-1)?.seq).toBe(last);
  stop.abort();
  await following;
  expect(seen.map((event) => event.seq)).toEqual(Array.from({ length: moved }, (_, n) => start + 1 + n));

  const state = new Map(tasks.map((task) => [task.id, task.state]));
  for (const event of seen) {
    const { from, to } = Moved.parse(event.payload);
    expect(state.get(event.taskId ?? '')).toBe(from);
    expect(isLegal({ from, to, isEpic: false })).toBe(true);
    state.set(event.taskId ?? '', to);
  }
  const rows = await db.store.client.task.findMany({ where: { parentId: { not: null } } });
  for (const row of rows) expect(row.state).toBe(state.get(row.id));
});
