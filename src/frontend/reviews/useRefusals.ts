import { type QueryClient, useQuery } from '@tanstack/react-query';
import type { Refusal } from '@/frontend/api/outputs';
import { useTRPC } from '@/frontend/api/trpc';

const LOOK_AROUND_MS = 4000;

/** Why merges were refused, by the pull request's id, until the next try. No event tells of one, so it is asked for. */
export function useRefusals(enabled: boolean): ReadonlyMap<string, Refusal> {
  const trpc = useTRPC();
  const { data } = useQuery({
    ...trpc.review.refusals.queryOptions(),
    enabled,
    staleTime: 0,
    refetchInterval: LOOK_AROUND_MS,
  });
  return byPull(data ?? []);
}

/** Asked again at once, after a try that failed here: true when the server says why, at the pull request itself. */
export async function isSaidThere(
  queries: QueryClient,
  trpc: ReturnType<typeof useTRPC>,
  pullRequestId: string,
): Promise<boolean> {
  const refusals = await queries
    .fetchQuery({ ...trpc.review.refusals.queryOptions(), staleTime: 0, retry: false })
    .catch(() => []);
  return byPull(refusals).has(pullRequestId);
}

function byPull(refusals: readonly Refusal[]): Map<string, Refusal> {
  return new Map(refusals.map((refusal) => [refusal.pullRequestId, refusal]));
}
