'use client';
import { useQuery } from '@tanstack/react-query';
import { GitPullRequest } from 'lucide-react';
import { useRouter } from 'next/navigation';
import type { Project, PullRequest } from '@/frontend/api/outputs';
import { useTRPC } from '@/frontend/api/trpc';
import { plural } from '@/frontend/format/number';
import { useListCursor } from '@/frontend/keyboard/useListCursor';
import { Page } from '@/frontend/shell/Page';
import { paths } from '@/frontend/shell/paths';
import { DataList, Row } from '@/frontend/ui/DataList';
import { EmptyState } from '@/frontend/ui/EmptyState';
import { RelativeTime } from '@/frontend/ui/RelativeTime';
import { SkeletonRows } from '@/frontend/ui/Skeleton';
import { StateDot } from '@/frontend/ui/StateDot';
import { DiffSize } from '@/frontend/widgets/Evidence';
import { ProjectGate } from '@/frontend/widgets/ProjectGate';
import { QueryView } from '@/frontend/widgets/QueryView';
import { pullLook } from './pullLook';

export function ReviewsPage({ slug }: { slug: string }) {
  return (
    <ProjectGate slug={slug} title="Reviews">
      {(project) => <Reviews project={project} />}
    </ProjectGate>
  );
}

function Reviews({ project }: { project: Project }) {
  const trpc = useTRPC();
  const pulls = useQuery(trpc.review.list.queryOptions({ projectId: project.id, limit: 500 }));
  return (
    <Page
      title="Reviews"
      crumbs={[{ label: project.name, href: paths.board(project.slug) }, { label: 'Reviews' }]}
    >
      <QueryView query={pulls} skeleton={<SkeletonRows rows={8} label="Loading the pull requests" />}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState icon={<GitPullRequest />} title="No pull requests yet.">
              When a worker hands in its work, and when an epic is finished, the change waits here.
            </EmptyState>
          ) : (
            <List pulls={list} slug={project.slug} />
          )
        }
      </QueryView>
    </Page>
  );
}

const GROUPS: { title: string; holds: (pull: PullRequest) => boolean }[] = [
  { title: 'For you', holds: (pull) => pull.state === 'OPEN' && pull.kind === 'FINAL' },
  { title: 'Between supervisor and worker', holds: (pull) => pull.state === 'OPEN' && pull.kind !== 'FINAL' },
  { title: 'Merged and closed', holds: (pull) => pull.state !== 'OPEN' },
];

function List({ pulls, slug }: { pulls: readonly PullRequest[]; slug: string }) {
  const router = useRouter();
  const groups = GROUPS.map(({ title, holds }) => ({ title, members: pulls.filter(holds) }));
  const { cursor } = useListCursor({
    keys: groups.flatMap(({ members }) => members.map((pull) => pull.id)),
    onOpen: (id) => {
      const pull = pulls.find((each) => each.id === id);
      if (pull !== undefined) router.push(paths.review(slug, pull.number));
    },
  });
  return groups.map(({ title, members }) =>
    members.length === 0 ? null : (
      <DataList key={title} label={title} heading={title} aside={members.length}>
        {members.map((pull) => (
          <Row
            key={pull.id}
            href={paths.review(slug, pull.number)}
            active={pull.id === cursor}
            lead={<StateDot state={pullLook[pull.state].state} label={pullLook[pull.state].word} />}
            title={pull.title}
            meta={`#${pull.number} · ${plural(pull.changedFiles, 'file')} · ${plural(pull.commits, 'commit')} · into ${pull.baseBranch}`}
            trail={
              <>
                <DiffSize {...pull} />
                <RelativeTime at={pull.closedAt ?? pull.updatedAt} />
              </>
            }
          />
        ))}
      </DataList>
    ),
  );
}
