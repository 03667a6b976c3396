import type { Query } from '@tanstack/react-query';

const guesses = new WeakMap<Query, number>();

/** While it shows how it will look once the server has agreed: an answer from before that would take it back. */
export function isGuessed(query: Query): boolean {
  return (guesses.get(query) ?? 0) > 0;
}

/** Keeps these queries from being refreshed until the returned function is called. */
export function holdGuess(queries: readonly Query[]): () => void {
  const add = (by: number) => {
    for (const query of queries) guesses.set(query, (guesses.get(query) ?? 0) + by);
  };
  add(1);
  return () => add(-1);
}
