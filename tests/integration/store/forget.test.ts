import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readTimeline } from '@/backend/resource_accessors/read/read_timeline';
import type { Store } from '@/backend/resource_accessors/store/store';
import { forgetHistory } from '@/backend/services/orchestrator/forget_history';
import { addTestProject, addTestTask, openTestStore, type TestStore } from '../../support/store';

const DAY_MS = 24 * 60 * 60 * 1000;
let now: Date;
let db: TestStore;
beforeEach(async () => {
  now = new Date('2026-01-01T00:00:00Z');
  db = await openTestStore(() => now);
});
afterEach(() => db.close());

/** As an agent at work writes them: many that pass, few that are told. */
async function work(store: Store, taskId: string, rounds: number): Promise<void> {
  await store.write(async (tx) => {
    for (let n = 0; n < rounds; n++) {
      tx.append({ kind: 'session.activity', taskId });
      if (n % 10 === 0) tx.append({ kind: 'tool.called', taskId });
    }
  });
}

const count = (kind: string) => db.store.client.event.count({ where: { kind } });

describe('what happened long ago', () => {
  it('keeps its story and loses the rest, and what is younger stays whole', async () => {
    const task = await db.store.write(async (tx) => {
      const project = await addTestProject(tx);
      return addTestTask(tx, { projectId: project.id });
    });
    const forget = forgetHistory({ store: db.store, clock: () => now, log: pino({ level: 'silent' }) });
    await work(db.store, task.id, 5000);
    now = new Date(now.getTime() + 29 * DAY_MS);
    await work(db.store, task.id, 10);
    await forget();
    expect(await count('session.activity')).toBe(5010);

    const story = await readTimeline(db.store, { taskId: task.id, limit: 1000 });
    const last = db.store.tail.last();
    now = new Date(now.getTime() + 2 * DAY_MS);
    await forget();
    expect(await count('session.activity')).toBe(10);
    expect(await readTimeline(db.store, { taskId: task.id, limit: 1000 })).toEqual(story);

    await work(db.store, task.id, 1);
    expect(db.store.tail.read(last, 10).map((event) => event.kind)).toEqual([
      'session.activity',
      'tool.called',
    ]);
    now = new Date(now.getTime() + 60 * DAY_MS);
    await forget();
    expect(await count('session.activity')).toBe(0);
    // Numbers are never given twice, or a browser that slept would miss what came meanwhile.
    await work(db.store, task.id, 1);
    expect(db.store.tail.last()).toBe(last + 4);
  });
});
