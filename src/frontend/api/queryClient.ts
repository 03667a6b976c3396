import { QueryClient } from '@tanstack/react-query';
import { describeFailure } from './failure';

/** Answers that will not change by asking again. */
const WORTH_RETRYING = new Set(['UNREACHABLE', 'BUSY', 'UNAVAILABLE', 'TIMED_OUT']);

/**
 * Events tell us what changed, so data stays fresh until they do. The server is on this machine: requests
 * must go out even when the browser believes to be offline.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 60_000,
        gcTime: 5 * 60_000,
        networkMode: 'always',
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        retry: (failures, error) => failures < 2 && WORTH_RETRYING.has(describeFailure(error).code),
        retryDelay: (attempt) => Math.min(500 * 2 ** attempt, 4000),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}
