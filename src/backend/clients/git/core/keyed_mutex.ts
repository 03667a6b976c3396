export type KeyedMutex = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** Work under one key runs one at a time, in the order it was asked for; other keys do not wait. */
export function createKeyedMutex(): KeyedMutex {
  const tails = new Map<string, Promise<void>>();
  return async (key, work) => {
    const before = tails.get(key) ?? Promise.resolve();
    const result = before.then(work);
    const tail = result.then(ignore, ignore);
    tails.set(key, tail);
    try {
      return await result;
    } finally {
      if (tails.get(key) === tail) tails.delete(key);
    }
  };
}

function ignore(): void {}
