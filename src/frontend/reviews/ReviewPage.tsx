'use client';
import { useQuery } from '@tanstack/react-query';
import type { Project } from '@/frontend/api/outputs';
import { useTRPC } from '@/frontend/api/trpc';
import { NothingHere } from '@/frontend/shell/NothingHere';
import { Page } from '@/frontend/shell/Page';
import { paths } from '@/frontend/shell/paths';
import { SkeletonRows } from '@/frontend/ui/Skeleton';
import { ProjectGate } from '@/frontend/widgets/ProjectGate';
import { QueryView } from '@/frontend/widgets/QueryView';
import { ReviewView } from './ReviewView';

export function ReviewPage({ slug, number }: { slug: string; number: number }) {
  return (
    <ProjectGate slug={slug} title="Review">
      {(project) => <Found project={project} number={number} />}
    </ProjectGate>
  );
}

function Found({ project, number }: { project: Project; number: number }) {
  const trpc = useTRPC();
  const isNumber = Number.isInteger(number) && number > 0;
  const found = useQuery({
    ...trpc.review.list.queryOptions({ projectId: project.id, number: isNumber ? number : 1, limit: 1 }),
    enabled: isNumber,
  });
  const id = found.data?.[0]?.id;
  const detail = useQuery({ ...trpc.review.get.queryOptions({ id: id ?? '' }), enabled: id !== undefined });
  if (detail.data !== undefined) return <ReviewView project={project} detail={detail.data} />;
  const missing = !isNumber || (found.data !== undefined && id === undefined);
  return (
    <Page
      title="Review"
      crumbs={[
        { label: project.name, href: paths.board(project.slug) },
        { label: 'Reviews', href: paths.reviews(project.slug) },
        { label: isNumber ? `#${number}` : 'Review' },
      ]}
    >
      {missing ? (
        <NothingHere />
      ) : (
        <QueryView
          named
          query={found.error === null ? detail : found}
          skeleton={<SkeletonRows rows={14} label="Loading the pull request" />}
        >
          {() => null}
        </QueryView>
      )}
    </Page>
  );
}
