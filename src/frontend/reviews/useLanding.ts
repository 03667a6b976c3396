import { useQuery } from '@tanstack/react-query';
import type { LandingProgress } from '@/frontend/api/outputs';
import { useTRPC } from '@/frontend/api/trpc';

const LOOK_MS = 1000;
const LOOK_AROUND_MS = 4000;

/**
 * How far the merge of a final pull request is; null while there is none. No event tells when one begins, in another tab or
 * from the inbox, so it is asked for.
 */
export function useLanding(pullRequestId: string | undefined, pressed = false): LandingProgress | null {
  const trpc = useTRPC();
  const progress = useQuery({
    ...trpc.review.landing.queryOptions({ id: pullRequestId ?? '' }),
    enabled: pullRequestId !== undefined,
    staleTime: 0,
    refetchInterval: ({ state }) => (pressed || state.data ? LOOK_MS : LOOK_AROUND_MS),
  }).data;
  // Once it is merged nobody asks any more, and the last answer was that it is under way.
  return pullRequestId === undefined ? null : (progress ?? null);
}
