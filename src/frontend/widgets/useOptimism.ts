'use client';
import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { holdGuess, isGuessed } from '@/frontend/api/live/guessed';
import { toastFailure } from './toastFailure';

type Shown = { takeBack: () => void; settle: () => void };
export type Guess = (queries: QueryClient) => Promise<Shown>;

/** How the answers to these queries will look once the server has agreed. */
export function guess<Data>(queryKey: QueryKey, change: (data: Data) => Data): Guess {
  return async (queries) => {
    const letGo = holdGuess(queries.getQueryCache().findAll({ queryKey }));
    await queries.cancelQueries({ queryKey });
    const before = queries.getQueriesData<Data>({ queryKey });
    for (const [key, data] of before) if (data !== undefined) queries.setQueryData(key, change(data));
    return {
      takeBack: () => {
        for (const [key, data] of before) queries.setQueryData(key, data);
      },
      // Also after success: a refresh that was under way has been cancelled above, and none was begun since.
      settle: () => {
        letGo();
        void queries.invalidateQueries({ queryKey, predicate: (query) => !isGuessed(query) });
      },
    };
  };
}

/**
 * Mutation options that show the end of a change at once. When the server refuses, what was there is back, and a toast
 * says why.
 */
export function useOptimism() {
  const queries = useQueryClient();
  return <Input>(guesses: (input: Input) => readonly Guess[]) => ({
    onMutate: (input: Input): Promise<Shown[]> => Promise.all(guesses(input).map((each) => each(queries))),
    onError: (error: unknown, _input: Input, shown: Shown[] | undefined): void => {
      for (const each of shown ?? []) each.takeBack();
      toastFailure(error);
    },
    onSettled: (_data: unknown, _error: unknown, _input: Input, shown: Shown[] | undefined): void => {
      for (const each of shown ?? []) each.settle();
    },
  });
}
