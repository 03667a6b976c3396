import type { Table } from './memory';
import type { Db } from './store';

const MOST = 2000;

/**
 * A read that is made once until one of the tables it looks at changes; whoever asks meanwhile shares the answer, which
 * therefore nobody may change.
 */
export function remembered<I, T>(
  tables: readonly Table[],
  read: (db: Db, input: I) => Promise<T>,
): (db: Db, input: I) => Promise<T> {
  const answers = new WeakMap<object, Map<string, { answer: Promise<T>; at: number }>>();
  return async (db, input) => {
    const { memory } = db;
    if (memory === undefined) return read(db, input);
    const known = answers.get(memory.of) ?? new Map<string, { answer: Promise<T>; at: number }>();
    answers.set(memory.of, known);
    const key = typeof input === 'string' ? input : JSON.stringify(input);
    const last = known.get(key);
    if (last !== undefined && memory.holds(last.at, tables)) return last.answer;
    if (known.size >= MOST) known.clear();
    const at = memory.moment();
    const answer = read(db, input).then(freeze);
    const keep = (): unknown => memory.holds(at, tables) && known.set(key, { answer, at });
    const drop = (): unknown => known.get(key)?.answer === answer && known.delete(key);
    // What a transaction has written is nobody else's before it is committed.
    if (!memory.inTransaction) keep();
    answer.then(keep, drop);
    return answer;
  };
}

function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  const shape: unknown = Object.getPrototypeOf(value);
  if (shape !== Object.prototype && shape !== Array.prototype && shape !== null) return value;
  for (const part of Object.values(value)) freeze(part);
  return Object.freeze(value);
}
