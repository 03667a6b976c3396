'use client';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import type { Card, Project } from '@/frontend/api/outputs';
import { useTRPC } from '@/frontend/api/trpc';
import { useListCursor } from '@/frontend/keyboard/useListCursor';
import { AppLink } from '@/frontend/shell/AppLink';
import { Page } from '@/frontend/shell/Page';
import { paths } from '@/frontend/shell/paths';
import { ButtonLink } from '@/frontend/ui/Button';
import { DataList, Row } from '@/frontend/ui/DataList';
import { EmptyState } from '@/frontend/ui/EmptyState';
import { Money } from '@/frontend/ui/Money';
import { RelativeTime } from '@/frontend/ui/RelativeTime';
import { SkeletonRows } from '@/frontend/ui/Skeleton';
import { StateDot } from '@/frontend/ui/StateDot';
import { cardLook } from '@/frontend/widgets/cardLook';
import { ProjectGate } from '@/frontend/widgets/ProjectGate';
import { QueryView } from '@/frontend/widgets/QueryView';

export function EpicsPage({ slug }: { slug: string }) {
  return (
    <ProjectGate slug={slug} title="Epics">
      {(project) => <Epics project={project} />}
    </ProjectGate>
  );
}

function Epics({ project }: { project: Project }) {
  const trpc = useTRPC();
  const cards = useQuery(trpc.board.cards.queryOptions({ projectId: project.id }));
  return (
    <Page
      title="Epics"
      crumbs={[{ label: project.name, href: paths.board(project.slug) }, { label: 'Epics' }]}
    >
      <QueryView query={cards} skeleton={<SkeletonRows />}>
        {(all) => {
          const epics = all.filter((card) => card.parentId === null);
          return epics.length === 0 ? (
            <None slug={project.slug} />
          ) : (
            <List epics={epics} all={all} slug={project.slug} />
          );
        }}
      </QueryView>
    </Page>
  );
}

function List({ epics, all, slug }: { epics: readonly Card[]; all: readonly Card[]; slug: string }) {
  const router = useRouter();
  const over = (card: Card) => card.column === 'done';
  const newest = (a: Card, b: Card) => b.stateSince.getTime() - a.stateSince.getTime();
  const open = epics.filter((card) => !over(card)).sort(newest);
  const done = epics.filter(over).sort(newest);
  const { cursor } = useListCursor({
    keys: [...open, ...done].map((card) => card.id),
    onOpen: (id) => router.push(paths.epic(slug, id)),
  });
  const cost = (epic: Card) =>
    all
      .filter((card) => card.id === epic.id || card.parentId === epic.id)
      .reduce((sum, card) => sum + card.costUsd, 0);
  const row = (epic: Card) => {
    const look = cardLook(epic);
    return (
      <Row
        key={epic.id}
        href={paths.epic(slug, epic.id)}
        active={epic.id === cursor}
        lead={<StateDot state={look.state} label={look.word} />}
        title={epic.title}
        meta={`${look.word}${epic.subtasks.total === 0 ? '' : ` · ${epic.subtasks.done}/${epic.subtasks.total} merged`}${epic.quick ? ' · quick task' : ''}`}
        trail={
          <>
            <Money usd={cost(epic)} className="max-md:hidden" />
            <RelativeTime at={epic.stateSince} />
          </>
        }
      />
    );
  };
  return (
    <>
      <DataList label="Open epics" heading="Open" aside={open.length}>
        {open.map(row)}
      </DataList>
      {done.length === 0 ? null : (
        <DataList label="Finished epics" heading="Finished" aside={done.length}>
          {done.map(row)}
        </DataList>
      )}
    </>
  );
}

function None({ slug }: { slug: string }) {
  return (
    <EmptyState
      title="No epics yet."
      action={
        <ButtonLink variant="primary">
          <AppLink href={paths.newEpic(slug)}>Write the first epic</AppLink>
        </ButtonLink>
      }
    >
      An epic is a wish in a few paragraphs; agents turn it into one pull request for you to review.
    </EmptyState>
  );
}
