'use client';
import { useSearchParams } from 'next/navigation';
import { useCallback } from 'react';

/**
 * One value kept in the address (`?name=value`), so that a filtered list can be sent as a link. Written with the
 * history API, which Next follows without asking the server for the page again.
 */
export function useSearchState(name: string, fallback = ''): [string, (value: string) => void] {
  const search = useSearchParams();
  const set = useCallback(
    (value: string) => {
      const next = new URLSearchParams(window.location.search);
      if (value === fallback) next.delete(name);
      else next.set(name, value);
      const text = next.toString();
      window.history.replaceState(null, '', text === '' ? window.location.pathname : `?${text}`);
    },
    [name, fallback],
  );
  return [search.get(name) ?? fallback, set];
}
