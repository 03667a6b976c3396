import { closeSync, openSync, writeSync } from 'node:fs';
import Database from 'better-sqlite3';
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

  it('outlives a file that cannot be read for a while, and goes on from where it was', async () => {
    await db.store.write((tx) => addTestProject(tx));
    const troubles: string[] = [];
    const store = await openStore({
      file: db.file,
      clock: () => new Date(),
      onTailTrouble: (_error, what) => troubles.push(what),
    });
    const stop = new AbortController();
    const seqs: number[] = [];
    const following = (async () => {
      for await (const event of store.tail.follow(0, stop.signal)) seqs.push(event.seq);
    })();
    await expect.poll(() => seqs).toEqual([1]);

    const mend = damageHeader(db.file);
    // Every connection that looks now is told that this is no database, the timer's like the followers'.
    await expect(store.write((tx) => addTestProject(tx))).rejects.toThrow('not a database');
    store.tail.poke();
    await expect.poll(() => troubles).toHaveLength(1);
    expect(() => store.tail.last()).toThrow('not a database');
    mend();

    const other = await openStore({ file: db.file, clock: () => new Date() });
    for (let n = 0; n < 3; n++) await other.write((tx) => addTestProject(tx));
    await expect.poll(() => seqs).toEqual([1, 2, 3, 4]);
    expect(store.tail.last()).toBe(4);
    stop.abort();
    await following;
    await other.close();
    await store.close();
    expect(troubles).toEqual(['changes cannot be read; it is tried again until they can']);
  });

  it('outlives a table that is away, with no event lost, doubled or out of order', async () => {
    const troubles: string[] = [];
    const store = await openStore({
      file: db.file,
      clock: () => new Date(),
      onTailTrouble: (_error, what) => troubles.push(what),
    });
    const side = new Database(db.file);
    const stop = new AbortController();
    const seqs: number[] = [];
    const following = (async () => {
      for await (const event of store.tail.follow(0, stop.signal)) seqs.push(event.seq);
    })();
    for (let n = 0; n < 3; n++) await store.write((tx) => addTestProject(tx));
    side.exec('ALTER TABLE Event RENAME TO Away');
    await expect.poll(() => troubles).toHaveLength(1);
    side.exec('ALTER TABLE Away RENAME TO Event');
    for (let n = 0; n < 3; n++) await store.write((tx) => addTestProject(tx));
    await expect.poll(() => seqs).toEqual([1, 2, 3, 4, 5, 6]);
    stop.abort();
    await following;
    side.close();
    await store.close();
  });

  it('leaves out a row that nobody can read', async () => {
    for (let n = 0; n < 3; n++) await db.store.write((tx) => addTestProject(tx));
    const side = new Database(db.file);
    side.exec(`UPDATE Event SET payload = 'no JSON' WHERE seq = 2`);
    side.close();
    expect(await take(0, 2)).toEqual([1, 3]);
    expect(db.store.tail.read(0, 10).map((event) => event.seq)).toEqual([1, 3]);
  });

  it('ends its followers when the store closes', async () => {
    const following = take(0, 1);
    await db.store.write(async () => undefined);
    await db.close();
    expect(await following).toEqual([]);
    db = await openTestStore();
  });
});

/** Says in the header that the file is of a version that SQLite cannot read. */
function damageHeader(file: string): () => void {
  const side = new Database(file);
  side.pragma('wal_checkpoint(TRUNCATE)');
  side.close();
  const READ_VERSION = 19;
  const put = (version: number): void => {
    const fd = openSync(file, 'r+');
    writeSync(fd, Buffer.from([version]), 0, 1, READ_VERSION);
    closeSync(fd);
  };
  put(9);
  return () => put(2);
}
