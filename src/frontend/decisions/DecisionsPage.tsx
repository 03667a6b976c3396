'use client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Download, Scale } from 'lucide-react';
import type { DecisionRow, Project } from '@/frontend/api/outputs';
import { useTRPC } from '@/frontend/api/trpc';
import { formatDay } from '@/frontend/format/time';
import { AppLink } from '@/frontend/shell/AppLink';
import { Page } from '@/frontend/shell/Page';
import { paths } from '@/frontend/shell/paths';
import { Button, ButtonLink } from '@/frontend/ui/Button';
import { DataList } from '@/frontend/ui/DataList';
import { EmptyState } from '@/frontend/ui/EmptyState';
import { Markdown } from '@/frontend/ui/Markdown';
import { RelativeTime } from '@/frontend/ui/RelativeTime';
import { SkeletonRows } from '@/frontend/ui/Skeleton';
import { OlderButton } from '@/frontend/widgets/OlderButton';
import { ProjectGate } from '@/frontend/widgets/ProjectGate';
import { QueryView } from '@/frontend/widgets/QueryView';
import { DecisionFilters } from './DecisionFilters';
import { useDecisionFilter } from './useDecisionFilter';

export function DecisionsPage({ slug }: { slug: string }) {
  return (
    <ProjectGate slug={slug} title="Decisions">
      {(project) => <Decisions project={project} />}
    </ProjectGate>
  );
}

function Decisions({ project }: { project: Project }) {
  const trpc = useTRPC();
  const filter = useDecisionFilter();
  const { isFiltered, clear } = filter;
  const wanted = { projectId: project.id, ...filter.wanted };
  const decisions = useInfiniteQuery(
    trpc.decision.list.infiniteQueryOptions(wanted, { getNextPageParam: (page) => page.nextCursor }),
  );
  const exportTo = (format: string) =>
    `/api/export/decisions?${new URLSearchParams({ ...wanted, format }).toString()}`;
  return (
    <Page
      title="Decisions"
      crumbs={[{ label: project.name, href: paths.board(project.slug) }, { label: 'Decisions' }]}
      actions={
        <span className="flex gap-1 max-md:hidden">
          <ButtonLink variant="ghost">
            <a href={exportTo('jsonl')} download title="What is listed here, as JSON Lines">
              <Download className="size-3.5" /> JSON Lines
            </a>
          </ButtonLink>
          <ButtonLink variant="ghost">
            <a href={exportTo('csv')} download title="What is listed here, as a table">
              <Download className="size-3.5" /> CSV
            </a>
          </ButtonLink>
        </span>
      }
    >
      <DecisionFilters project={project} filter={filter} />
      <QueryView query={decisions} skeleton={<SkeletonRows rows={8} label="Loading decisions" />}>
        {({ pages }) => {
          const list = pages.flatMap((page) => page.items);
          if (list.length === 0)
            return (
              <EmptyState
                icon={<Scale />}
                title={isFiltered ? 'Nothing fits.' : 'No decisions yet.'}
                {...(isFiltered ? { action: <Button onClick={clear}>Show all decisions</Button> } : {})}
              >
                Agents write down here what they decided and why, so that you can ask later.
              </EmptyState>
            );
          return (
            <>
              {byDay(list).map(([day, ofDay]) => (
                <DataList key={day} label={`Decisions of ${day}`} heading={day} aside={ofDay.length}>
                  {ofDay.map((decision) => (
                    <Entry key={decision.id} decision={decision} slug={project.slug} />
                  ))}
                </DataList>
              ))}
              <OlderButton query={decisions}>Older decisions</OlderButton>
            </>
          );
        }}
      </QueryView>
    </Page>
  );
}

/** What and why on the left, who and about what on the right: two columns of their own where there is room. */
function Entry({ decision, slug }: { decision: DecisionRow; slug: string }) {
  return (
    <li className="grid gap-x-8 gap-y-1 border-b border-line px-4 py-2.5 text-sm lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="min-w-0">
        <p className="font-medium [overflow-wrap:anywhere]">{decision.decision}</p>
        {decision.reasoning === '' ? null : (
          <div className="mt-0.5 max-w-3xl text-muted">
            <Markdown text={decision.reasoning} />
          </div>
        )}
      </div>
      <div className="flex min-w-0 items-baseline gap-3 text-xs text-muted">
        <div className="min-w-0 flex-1 max-lg:flex max-lg:gap-2">
          <p className="truncate font-mono text-text max-lg:shrink-0">{decision.agentName ?? 'system'}</p>
          {decision.taskTitle === null ? null : decision.taskDeleted || decision.taskId === null ? (
            <p className="truncate" title={decision.taskTitle}>
              deleted: {decision.taskTitle}
            </p>
          ) : (
            <AppLink
              href={paths.task(slug, decision.taskId)}
              className="block truncate hover:text-text hover:underline"
            >
              {decision.taskTitle}
            </AppLink>
          )}
        </div>
        <RelativeTime at={decision.createdAt} className="tabular shrink-0" />
      </div>
    </li>
  );
}

/** The decisions of each day in the reader's own zone, in the order they came in. */
function byDay(list: readonly DecisionRow[]): [string, DecisionRow[]][] {
  const days = new Map<string, DecisionRow[]>();
  for (const decision of list) {
    const day = formatDay(decision.createdAt, new Date());
    days.set(day, [...(days.get(day) ?? []), decision]);
  }
  return [...days];
}
