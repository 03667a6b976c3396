'use client';
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '@/frontend/api/trpc';
import { Button } from '@/frontend/ui/Button';
import { DataList } from '@/frontend/ui/DataList';
import { SkeletonRows } from '@/frontend/ui/Skeleton';
import { StateDot } from '@/frontend/ui/StateDot';
import type { VisualState } from '@/frontend/ui/state';
import { QueryView } from '@/frontend/widgets/QueryView';

/** Which agent programs this machine has, and whether they can be used. */
export function ProviderHealth() {
  const trpc = useTRPC();
  const providers = useQuery(trpc.provider.list.queryOptions(undefined, { staleTime: 30_000 }));
  return (
    <section className="overflow-hidden rounded-lg border border-line">
      <QueryView query={providers} skeleton={<SkeletonRows rows={2} label="Looking for agent programs" />}>
        {(list) => (
          <DataList
            label="Agent programs"
            heading="Agent programs on this machine"
            aside={
              <Button
                size="sm"
                variant="ghost"
                busy={providers.isFetching}
                onClick={() => void providers.refetch()}
              >
                Retry
              </Button>
            }
          >
            {list.map((provider) => (
              <li
                key={provider.name}
                className="flex gap-2.5 border-b border-line px-4 py-2 text-sm last:border-0"
              >
                <StateDot
                  state={healthOf(provider)}
                  label={provider.found ? 'found' : 'missing'}
                  className="mt-[3px]"
                />
                <div className="min-w-0 flex-1">
                  <p className="flex items-baseline justify-between gap-3 font-medium">
                    {provider.title}
                    <span className="font-mono text-xs font-normal text-muted">{provider.version}</span>
                  </p>
                  {/* Whole, never cut: it says what to do. */}
                  <p className="text-xs text-muted [overflow-wrap:anywhere]">
                    {provider.message} {provider.next}
                  </p>
                </div>
              </li>
            ))}
          </DataList>
        )}
      </QueryView>
    </section>
  );
}

function healthOf(provider: { found: boolean; loggedIn: boolean | null }): VisualState {
  if (!provider.found) return 'failed';
  return provider.loggedIn === false ? 'blocked' : 'done';
}
