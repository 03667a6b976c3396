'use client';
import { useQuery } from '@tanstack/react-query';
import { Inbox as InboxIcon } from 'lucide-react';
import type { Project } from '@/frontend/api/outputs';
import { useTRPC } from '@/frontend/api/trpc';
import { Page } from '@/frontend/shell/Page';
import { paths } from '@/frontend/shell/paths';
import { EmptyState } from '@/frontend/ui/EmptyState';
import { KeyHints } from '@/frontend/ui/KeyHints';
import { SkeletonRows } from '@/frontend/ui/Skeleton';
import { ProjectGate } from '@/frontend/widgets/ProjectGate';
import { QueryView } from '@/frontend/widgets/QueryView';
import { InboxList } from './InboxList';
import { Notices } from './Notices';

export function InboxPage() {
  return <InboxOf project={undefined} />;
}

export function ProjectInboxPage({ slug }: { slug: string }) {
  return (
    <ProjectGate slug={slug} title="Inbox">
      {(project) => <InboxOf project={project} />}
    </ProjectGate>
  );
}

function InboxOf({ project }: { project: Project | undefined }) {
  const trpc = useTRPC();
  const items = useQuery(
    trpc.inbox.list.queryOptions(project === undefined ? {} : { projectId: project.id }),
  );
  return (
    <Page
      title="Inbox"
      crumbs={
        project === undefined
          ? [{ label: 'Inbox' }]
          : [{ label: project.name, href: paths.board(project.slug) }, { label: 'Inbox' }]
      }
      panel={{ title: 'Notifications', content: <Notices /> }}
      footer={
        <KeyHints
          hints={[
            { keys: 'j', label: 'next' },
            { keys: 'k', label: 'previous' },
            { keys: 'enter', label: 'open' },
            { keys: 'a', label: 'approve' },
            { keys: 'r', label: 'reply or request changes' },
            { keys: 'e', label: 'mail done' },
            { keys: 'y', label: 'first answer' },
            { keys: 't', label: 'retry' },
            { keys: 'x', label: 'select' },
          ]}
        />
      }
    >
      <QueryView query={items} skeleton={<SkeletonRows rows={8} label="Loading the inbox" />}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState icon={<InboxIcon />} title="Nothing needs you.">
              Final pull requests, questions from agents, failures and mail arrive here.
            </EmptyState>
          ) : (
            <InboxList items={list} everyProject={project === undefined} />
          )
        }
      </QueryView>
    </Page>
  );
}
