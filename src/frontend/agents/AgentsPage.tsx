'use client';
import { useQuery } from '@tanstack/react-query';
import { Bot, LayoutGrid, List } from 'lucide-react';
import type { AgentRow, Project } from '@/frontend/api/outputs';
import { useTRPC } from '@/frontend/api/trpc';
import { Page } from '@/frontend/shell/Page';
import { paths } from '@/frontend/shell/paths';
import { EmptyState } from '@/frontend/ui/EmptyState';
import { SegmentedControl } from '@/frontend/ui/SegmentedControl';
import { SkeletonRows } from '@/frontend/ui/Skeleton';
import { ProjectGate } from '@/frontend/widgets/ProjectGate';
import { QueryView } from '@/frontend/widgets/QueryView';
import { useSearchState } from '@/frontend/widgets/useSearchState';
import { AgentTable } from './AgentTable';
import { ScreenWall } from './ScreenWall';
import { useAgentActions } from './useAgentActions';

export function AgentsPage({ slug }: { slug: string }) {
  return (
    <ProjectGate slug={slug} title="Agents">
      {(project) => <Agents project={project} />}
    </ProjectGate>
  );
}

function Agents({ project }: { project: Project }) {
  const trpc = useTRPC();
  const agents = useQuery(trpc.agent.list.queryOptions({ projectId: project.id }));
  const [view, setView] = useSearchState('view', 'table');
  const { itemsFor, dialogs } = useAgentActions(project);
  const running = (agent: AgentRow) => agent.session !== null && agent.session.endedAt === null;
  return (
    <Page
      title="Agents"
      crumbs={[{ label: project.name, href: paths.board(project.slug) }, { label: 'Agents' }]}
      actions={
        <SegmentedControl
          label="View"
          value={view === 'wall' ? 'wall' : 'table'}
          onChange={setView}
          segments={[
            { value: 'table', label: 'Table', icon: <List /> },
            { value: 'wall', label: 'Wall', icon: <LayoutGrid /> },
          ]}
        />
      }
    >
      <QueryView query={agents} skeleton={<SkeletonRows rows={8} label="Loading the agents" />}>
        {(list) => {
          if (list.length === 0)
            return (
              <EmptyState icon={<Bot />} title="No agents yet.">
                An epic gets a supervisor, every subtask a worker. They appear here as soon as they exist.
              </EmptyState>
            );
          return view === 'wall' ? (
            <ScreenWall agents={list.filter(running)} slug={project.slug} itemsFor={itemsFor} />
          ) : (
            <AgentTable agents={list} slug={project.slug} itemsFor={itemsFor} />
          );
        }}
      </QueryView>
      {dialogs}
    </Page>
  );
}
