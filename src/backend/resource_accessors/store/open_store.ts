import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import { FactoryError, messageOf } from '@/backend/domain/errors';
import { Prisma, PrismaClient } from '../generated/client';
import { type NewEvent, openEventTail } from './event_tail';
import type { Store, Tx } from './store';

export type StoreInput = {
  file: string;
  clock: () => Date;
  /** How long a writer keeps trying for the write lock before the caller hears of it. */
  lockPatienceMs?: number;
};

// Waiting inside SQLite blocks the whole process, so it waits only briefly there and longer out here.
const SQLITE_WAIT_MS = 60;
const TRANSACTION_MS = 60_000;

/**
 * Opens the database. Two connections: the adapter runs reads that are not in a transaction on whatever
 * transaction happens to be open, so reads get a connection of their own and see only what is committed.
 */
export async function openStore(input: StoreInput): Promise<Store> {
  const reader = connect(input.file).client;
  let writer = connect(input.file);
  await Promise.all([configure(reader), configure(writer.client)]);
  const tail = openEventTail(input.file);
  const patience = input.lockPatienceMs ?? 30_000;
  let turn: Promise<unknown> = Promise.resolve();

  async function writeHastily<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    await writer.client.$queryRawUnsafe('PRAGMA synchronous = NORMAL');
    try {
      return await writeNow(work);
    } finally {
      await writer.client.$queryRawUnsafe('PRAGMA synchronous = FULL');
    }
  }

  async function writeNow<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const giveUpAt = Date.now() + patience;
    for (let attempt = 0; ; attempt++) {
      try {
        const result = await writer.client.$transaction(
          (client) => runTransaction(client, work, input.clock()),
          {
            timeout: TRANSACTION_MS,
            maxWait: TRANSACTION_MS,
          },
        );
        tail.poke();
        return result;
      } catch (error) {
        if (isFull(error)) throw await renew(error);
        if (!isBusy(error)) throw error;
        if (Date.now() > giveUpAt) throw lockedOut(error);
        await sleep(Math.min(5 + attempt * 5, 50) * (0.5 + Math.random()));
      }
    }
  }

  /**
   * After a full disk SQLite may have ended the transaction by itself. The adapter then fails to end it, keeps its lock,
   * and no write would ever begin again: a new connection is all that helps.
   */
  async function renew(error: unknown): Promise<FactoryError> {
    const broken = writer;
    writer = connect(input.file);
    await broken.drop();
    await configure(writer.client).catch(() => undefined);
    return new FactoryError(
      'UNAVAILABLE',
      `The disk of ${input.file} is full.`,
      'Free some space; what was under way is tried again by itself.',
      { cause: error },
    );
  }

  return {
    client: reader,
    tail,
    write(work, options = {}) {
      const mine = turn.then(() => (options.hasty === true ? writeHastily(work) : writeNow(work)));
      turn = mine.catch(() => undefined);
      return mine;
    },
    async close() {
      tail.close();
      await turn;
      await Promise.all([reader.$disconnect(), writer.client.$disconnect()]);
    },
  };
}

type Connection = {
  client: PrismaClient;
  /** Closes the file whatever state the client is in; what was not committed is undone. */
  drop(): Promise<void>;
};

function connect(file: string): Connection {
  const factory = new PrismaBetterSqlite3({ url: `file:${file}`, timeout: SQLITE_WAIT_MS });
  const opened: Awaited<ReturnType<typeof factory.connect>>[] = [];
  const adapter = {
    provider: 'sqlite' as const,
    adapterName: factory.adapterName,
    async connect() {
      const one = await factory.connect();
      opened.push(one);
      return one;
    },
  };
  return {
    client: new PrismaClient({ adapter }),
    async drop() {
      await Promise.allSettled(opened.map((one) => one.dispose()));
    },
  };
}

async function configure(client: PrismaClient): Promise<void> {
  for (const pragma of [
    'journal_mode = WAL',
    'synchronous = FULL',
    'foreign_keys = ON',
    'cache_size = -32000',
  ]) {
    await client.$queryRawUnsafe(`PRAGMA ${pragma}`);
  }
}

async function runTransaction<T>(
  client: Prisma.TransactionClient,
  work: (tx: Tx) => Promise<T>,
  now: Date,
): Promise<T> {
  // Taking the write lock before the first read: a deferred transaction that reads first and writes later
  // fails at once, without waiting, when another process wrote in between.
  await client.$executeRaw`UPDATE "WriteTurn" SET "turn" = "turn" + 1 WHERE "id" = 1`;
  const events: NewEvent[] = [];
  const result = await work({ client, now, append: (event) => void events.push(event) });
  if (events.length > 0) {
    await client.event.createMany({ data: events.map((event) => ({ ...EMPTY, ...event, at: now })) });
  }
  return result;
}

const EMPTY = { projectId: null, epicId: null, taskId: null, agentId: null, payload: {} };

function isBusy(error: unknown): boolean {
  if (
    error instanceof Prisma.PrismaClientKnownRequestError &&
    (error.code === 'P1008' || error.code === 'P2028')
  )
    return true;
  return /SQLITE_BUSY|database is locked|SocketTimeout/.test(messageOf(error));
}

function isFull(error: unknown): boolean {
  return /disk is full|SQLITE_FULL|SQLITE_IOERR|disk I\/O error|no transaction is active|within a transaction/.test(
    messageOf(error),
  );
}

function lockedOut(cause: unknown): FactoryError {
  return new FactoryError(
    'BUSY',
    'The database is locked by another process.',
    'Nothing was changed. Close the program that holds it (a backup, a database browser), then try again.',
    { cause },
  );
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
