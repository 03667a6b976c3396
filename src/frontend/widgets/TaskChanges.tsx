'use client';
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '@/frontend/api/trpc';
import { EmptyState } from '@/frontend/ui/EmptyState';
import { SkeletonRows } from '@/frontend/ui/Skeleton';
import { PatchView } from './PatchView';
import { QueryView } from './QueryView';

/** What the task's branch changed so far. */
export function TaskChanges({ taskId, merged }: { taskId: string; merged: boolean }) {
  const trpc = useTRPC();
  const changes = useQuery(trpc.epic.changes.queryOptions({ taskId }));
  return (
    <QueryView query={changes} skeleton={<SkeletonRows rows={6} label="Loading the changes" />}>
      {(data) =>
        data.files.length === 0 ? (
          <EmptyState title={merged ? 'Everything is merged.' : 'No commits yet.'}>
            {merged
              ? 'Its branch has nothing that the base does not have. The diff is in the pull request above.'
              : 'What the worker commits to its branch shows here at once.'}
          </EmptyState>
        ) : (
          <PatchView {...data} />
        )
      }
    </QueryView>
  );
}
