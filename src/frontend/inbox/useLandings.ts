import { useMutationState, useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import type { UnderWay } from '@/frontend/api/outputs';
import { useTRPC } from '@/frontend/api/trpc';

/** Marks the mutation that merges a final pull request from the list. */
export const LAND = ['inbox', 'land'] as const;

const LOOK_MS = 1000;
const LOOK_AROUND_MS = 4000;
const Pressed = z.object({ pullRequestId: z.string() });

/** Merges that are under way by the pull request's id: those the server runs, and what was pressed here just now. */
export function useLandings(enabled: boolean): ReadonlyMap<string, UnderWay> {
  const trpc = useTRPC();
  const pressed = useMutationState({
    filters: { mutationKey: LAND, status: 'pending' },
    select: ({ state }): UnderWay => ({
      ...Pressed.parse(state.variables),
      since: new Date(state.submittedAt),
      testing: false,
    }),
  });
  const running = useQuery({
    ...trpc.review.landings.queryOptions(),
    enabled,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      pressed.length > 0 || (state.data ?? []).length > 0 ? LOOK_MS : LOOK_AROUND_MS,
  }).data;
  return new Map([...pressed, ...(running ?? [])].map((each) => [each.pullRequestId, each]));
}
