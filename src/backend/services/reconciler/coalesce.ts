/**
 * One look shared by all who ask at the same time. Nobody gets a look that had begun before they asked: it may be
 * older than what they themselves did last. They wait for the next one, together.
 */
export function coalesce<T>(look: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> | null = null;
  let next: Promise<T> | null = null;

  function begin(): Promise<T> {
    const mine = look();
    running = mine;
    const over = (): void => {
      if (running === mine) running = null;
    };
    mine.then(over, over);
    return mine;
  }

  return () => {
    if (next !== null) return next;
    if (running === null) return begin();
    next = running.then(ignore, ignore).then(() => {
      next = null;
      return begin();
    });
    return next;
  };
}

function ignore(): void {}
