'use client';
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '@/frontend/api/trpc';
import { Page } from '@/frontend/shell/Page';
import { paths } from '@/frontend/shell/paths';
import { SkeletonRows } from '@/frontend/ui/Skeleton';
import { ProjectGate } from '@/frontend/widgets/ProjectGate';
import { QueryView } from '@/frontend/widgets/QueryView';
import { EpicView } from './EpicView';

export function EpicPage({ slug, id }: { slug: string; id: string }) {
  const trpc = useTRPC();
  const cards = useQuery(trpc.epic.cards.queryOptions({ epicId: id }));
  const detail = useQuery(trpc.epic.detail.queryOptions({ taskId: id }));
  const epic = cards.data?.find((card) => card.id === id);
  return (
    <ProjectGate slug={slug} title="Epic">
      {(project) =>
        epic !== undefined && detail.data !== undefined ? (
          <EpicView
            project={project}
            epic={epic}
            subtasks={cards.data?.filter((card) => card.id !== id) ?? []}
            detail={detail.data}
          />
        ) : (
          <Page
            title="Epic"
            crumbs={[
              { label: project.name, href: paths.board(slug) },
              { label: 'Epics', href: paths.epics(slug) },
              { label: 'Epic' },
            ]}
          >
            <QueryView named query={detail} skeleton={<SkeletonRows rows={10} />}>
              {() => <SkeletonRows rows={10} />}
            </QueryView>
          </Page>
        )
      }
    </ProjectGate>
  );
}
