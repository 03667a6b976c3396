'use client';
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '@/frontend/api/trpc';
import { Page } from '@/frontend/shell/Page';
import { paths } from '@/frontend/shell/paths';
import { SkeletonRows } from '@/frontend/ui/Skeleton';
import { ProjectGate } from '@/frontend/widgets/ProjectGate';
import { QueryView } from '@/frontend/widgets/QueryView';
import { TaskView } from './TaskView';

export function TaskPage({ slug, id }: { slug: string; id: string }) {
  const trpc = useTRPC();
  const card = useQuery(trpc.epic.card.queryOptions({ taskId: id }));
  const detail = useQuery(trpc.epic.detail.queryOptions({ taskId: id }));
  return (
    <ProjectGate slug={slug} title="Task">
      {(project) =>
        card.data && detail.data !== undefined ? (
          <TaskView project={project} card={card.data} detail={detail.data} />
        ) : (
          <Page title="Task" crumbs={[{ label: project.name, href: paths.board(slug) }, { label: 'Task' }]}>
            <QueryView named query={detail} skeleton={<SkeletonRows rows={10} />}>
              {() => <SkeletonRows rows={10} />}
            </QueryView>
          </Page>
        )
      }
    </ProjectGate>
  );
}
