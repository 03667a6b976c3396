import { z } from 'zod';
import { FactoryError, messageOf } from '@/backend/domain/errors';
import { Prisma } from '../generated/client';
import { type Connection, connect } from './connect';
import { type NewEvent, openEventTail, type TailTrouble } from './event_tail';
import { type Memory, openMemory } from './memory';
import type { Store, Tx } from './store';

export type StoreInput = {
  file: string;
  clock: () => Date;
  /** How long a writer keeps trying for the write lock before the caller hears of it. */
  lockPatienceMs?: number;
  onTailTrouble?: TailTrouble;
};

const TRANSACTION_MS = 60_000;

/**
 * Opens the database. Two connections: the adapter runs reads that are not in a transaction on whatever
 * transaction happens to be open, so reads get a connection of their own and see only what is committed.
 */
export async function openStore(input: StoreInput): Promise<Store> {
  const memory = openMemory(input.file);
  const reader = await connect(input.file, memory.changed);
  let writer: Connection | null = await connect(input.file, memory.changed);
  const tail = openEventTail(input.file, input.onTailTrouble);
  const patience = input.lockPatienceMs ?? 30_000;
  let turn: Promise<unknown> = Promise.resolve();

  async function writeHastily<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    writer?.db.pragma('synchronous = NORMAL');
    try {
      return await writeNow(work);
    } finally {
      writer?.db.pragma('synchronous = FULL');
    }
  }

  async function writeNow<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const giveUpAt = Date.now() + patience;
    for (let attempt = 0; ; attempt++) {
      try {
        writer ??= await connect(input.file, memory.changed);
        const given = {
          work,
          now: input.clock(),
          onTurn: memory.took,
          memory: memory.within(writer.written),
        };
        const result = await writer.client.$transaction((client) => runTransaction(client, given), {
          timeout: TRANSACTION_MS,
          maxWait: TRANSACTION_MS,
        });
        tail.poke();
        return result;
      } catch (error) {
        memory.undone();
        if (isFull(error)) throw renew(error);
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
  function renew(error: unknown): FactoryError {
    writer?.db.close();
    writer = null;
    return new FactoryError(
      'UNAVAILABLE',
      `The disk of ${input.file} is full.`,
      'Free some space; what was under way is tried again by itself.',
      { cause: error },
    );
  }

  return {
    client: reader.client,
    memory,
    tail,
    write(work, options = {}) {
      const mine = turn.then(() => (options.hasty === true ? writeHastily(work) : writeNow(work)));
      turn = mine.catch(() => undefined);
      return mine;
    },
    async close() {
      tail.close();
      await turn;
      memory.close();
      for (const connection of [reader, writer]) {
        await connection?.client.$disconnect();
        // Prisma closes only what it has used.
        connection?.db.close();
      }
    },
  };
}

type Work<T> = {
  work: (tx: Tx) => Promise<T>;
  now: Date;
  memory: Memory;
  onTurn: (turn: number) => void;
};

const Turn = z.tuple([z.object({ turn: z.coerce.number() })]);

async function runTransaction<T>(client: Prisma.TransactionClient, input: Work<T>): Promise<T> {
  // Taking the write lock before the first read: a deferred transaction that reads first and writes later
  // fails at once, without waiting, when another process wrote in between.
  const [{ turn }] = Turn.parse(
    await client.$queryRaw`UPDATE "WriteTurn" SET "turn" = "turn" + 1 WHERE "id" = 1 RETURNING "turn"`,
  );
  input.onTurn(turn);
  const events: NewEvent[] = [];
  const { now, memory } = input;
  const result = await input.work({ client, now, memory, append: (event) => void events.push(event) });
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
