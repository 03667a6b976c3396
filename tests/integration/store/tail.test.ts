import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '@/backend/resource_accessors/store/open_store';
import { addTestProject, openTestStore, type TestStore } from '../../support/store';

let db: TestStore;
beforeEach(async () => {
  db = await openTestStore();
});
afterEach(() => db.close());

async function take(after: number, count: number): Promise<number[]> {
  const stop = new AbortController();
  const seqs: number[] = [];
  for await (const event of db.store.tail.follow(after, stop.signal)) {
    seqs.push(event.seq);
    if (seqs.length === count) stop.abort();
  }
  return seqs;
}

describe('the event tail', () => {
  it('goes on from any sequence number', async () => {
    for (let n = 0; n < 5; n++) await db.store.write((tx) => addTestProject(tx));
    expect(await take(0, 5)).toEqual([1, 2, 3, 4, 5]);
    expect(await take(3, 2)).toEqual([4, 5]);
  });

  it('wakes a follower for a commit of this process and of another one', async () => {
    const mine = take(0, 2);
    await db.store.write((tx) => addTestProject(tx));
    const other = await openStore({ file: db.file, clock: () => new Date() });
    await other.write((tx) => addTestProject(tx));
    expect(await mine).toEqual([1, 2]);
    await other.close();
  });

  it('shows nothing of a transaction that failed, and leaves no gap', async () => {
    await db.store.write((tx) => addTestProject(tx));
    await expect(
      db.store.write(async (tx) => {
        await addTestProject(tx);
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    await db.store.write((tx) => addTestProject(tx));
    expect(await take(0, 2)).toEqual([1, 2]);
    expect(await db.store.client.project.count()).toBe(2);
  });

  it('keeps reads apart from a transaction that is still open', async () => {
    let release: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const writing = db.store.write(async (tx) => {
      await addTestProject(tx);
      await gate;
    });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await db.store.client.project.count()).toBe(0);
    release();
    await writing;
    expect(await db.store.client.project.count()).toBe(1);
  });

  it('ends its followers when the store closes', async () => {
    const following = take(0, 1);
    await db.store.write(async () => undefined);
    await db.close();
    expect(await following).toEqual([]);
    db = await openTestStore();
  });
});
