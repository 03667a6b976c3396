'use client';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { useTRPC } from '@/frontend/api/trpc';
import { Page } from '@/frontend/shell/Page';
import { paths } from '@/frontend/shell/paths';
import { SkeletonRows } from '@/frontend/ui/Skeleton';
import { QueryView } from '@/frontend/widgets/QueryView';
import { FirstRun } from './FirstRun';

/** The front door: the inbox, or the first run while there is no project. */
export function HomePage() {
  const trpc = useTRPC();
  const router = useRouter();
  const projects = useQuery(trpc.project.list.queryOptions({ archived: true }));
  // Decided once: the project that the first run itself makes must not take its page away.
  const [firstRun, setFirstRun] = useState<boolean>();
  if (firstRun === undefined && projects.data !== undefined) setFirstRun(projects.data.length === 0);
  useEffect(() => {
    if (firstRun === false) router.replace(paths.inbox());
  }, [firstRun, router]);
  return (
    <Page title="Welcome">
      <QueryView query={projects} skeleton={<SkeletonRows />}>
        {() => (firstRun === true ? <FirstRun /> : <SkeletonRows />)}
      </QueryView>
    </Page>
  );
}
