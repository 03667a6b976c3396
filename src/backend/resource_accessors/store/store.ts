import type { Prisma } from '../generated/client';
import type { EventTail, NewEvent } from './event_tail';
import type { Memory } from './memory';

/** Something that can be read from: the store itself, or a transaction. Only accessors look inside. */
export type Db = {
  readonly client: Prisma.TransactionClient;
  /** What was read before may still be so. */
  readonly memory?: Memory;
};

/** One write transaction. What is appended becomes events in the same commit. */
export type Tx = Db & {
  readonly now: Date;
  append(event: NewEvent): void;
};

export type WriteOptions = {
  /**
   * Not before a power cut, only before the death of a process: it is on the disk with the next commit that is not
   * hasty. For steps on the way to something that a power cut undoes as well, and that are taken again.
   */
  hasty?: boolean;
};

export type Store = Db & {
  readonly tail: EventTail;
  /** Runs `work` alone, with the write lock held; waits for other processes without blocking this one. */
  write<T>(work: (tx: Tx) => Promise<T>, options?: WriteOptions): Promise<T>;
  close(): Promise<void>;
};
