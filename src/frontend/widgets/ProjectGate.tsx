'use client';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Project } from '@/frontend/api/outputs';
import { useTRPC } from '@/frontend/api/trpc';
import { Page } from '@/frontend/shell/Page';
import { SkeletonRows } from '@/frontend/ui/Skeleton';
import { QueryView } from './QueryView';

/** The project in the address, for the page inside. Draws the frame of the page while it is on its way. */
export function ProjectGate({
  slug,
  title,
  children,
}: {
  slug: string;
  title: string;
  children: (project: Project) => ReactNode;
}) {
  const trpc = useTRPC();
  const project = useQuery(trpc.project.get.queryOptions({ slug }));
  if (project.data !== undefined) return children(project.data);
  return (
    <Page title={title}>
      <QueryView named query={project} skeleton={<SkeletonRows rows={12} />}>
        {() => null}
      </QueryView>
    </Page>
  );
}
