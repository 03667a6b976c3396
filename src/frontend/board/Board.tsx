'use client';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useMemo, useRef } from 'react';
import type { Card, Project } from '@/frontend/api/outputs';
import { useTRPC } from '@/frontend/api/trpc';
import { useShortcuts } from '@/frontend/keyboard/useShortcuts';
import { AppLink } from '@/frontend/shell/AppLink';
import { Page } from '@/frontend/shell/Page';
import { paths } from '@/frontend/shell/paths';
import { useMediaQuery } from '@/frontend/shell/useMediaQuery';
import { Button, ButtonLink } from '@/frontend/ui/Button';
import { EmptyState } from '@/frontend/ui/EmptyState';
import { KeyHints } from '@/frontend/ui/KeyHints';
import { SearchInput } from '@/frontend/ui/SearchInput';
import { Select } from '@/frontend/ui/Select';
import { Skeleton } from '@/frontend/ui/Skeleton';
import { Tabs } from '@/frontend/ui/Tabs';
import { QueryView } from '@/frontend/widgets/QueryView';
import { useSearchState } from '@/frontend/widgets/useSearchState';
import { BoardColumn } from './BoardColumn';
import { COLUMNS, describeEmpty, sortIntoColumns } from './columns';
import { useBoardCursor } from './useBoardCursor';

const EVERY = 'all';

export function Board({ project }: { project: Project }) {
  const trpc = useTRPC();
  const cards = useQuery(trpc.board.cards.queryOptions({ projectId: project.id }));
  return (
    <Page
      title="Board"
      crumbs={[{ label: project.name }, { label: 'Board' }]}
      footer={
        <KeyHints
          hints={[
            { keys: 'h', label: 'left' },
            { keys: 'j', label: 'down' },
            { keys: 'k', label: 'up' },
            { keys: 'l', label: 'right' },
            { keys: 'enter', label: 'open' },
            { keys: 'f', label: 'filter' },
            { keys: 'c', label: 'new epic' },
          ]}
        />
      }
    >
      <QueryView query={cards} skeleton={<BoardSkeleton />}>
        {(all) =>
          all.length === 0 ? <NoEpics slug={project.slug} /> : <Columns cards={all} slug={project.slug} />
        }
      </QueryView>
    </Page>
  );
}

function Columns({ cards, slug }: { cards: readonly Card[]; slug: string }) {
  const router = useRouter();
  const narrow = !useMediaQuery('(min-width: 768px)');
  const [text, setText] = useSearchState('q');
  const [epicId, setEpicId] = useSearchState('epic');
  const [needsYou, setNeedsYou] = useSearchState('needs');
  const [tab, setTab] = useSearchState('column');
  const search = useRef<HTMLInputElement>(null);
  const epics = useMemo(() => cards.filter((card) => card.parentId === null), [cards]);
  const titles = useMemo(() => new Map(epics.map((epic) => [epic.id, epic.title])), [epics]);
  const filter = useMemo(() => ({ text, epicId, needsYou: needsYou === 'you' }), [text, epicId, needsYou]);
  const columns = useMemo(() => sortIntoColumns(cards, filter), [cards, filter]);
  const cursor = useBoardCursor(columns, (card) =>
    router.push(card.parentId === null ? paths.epic(slug, card.id) : paths.task(slug, card.id)),
  );
  useShortcuts([
    { keys: 'f', label: 'Filter the board', run: () => search.current?.focus() },
    { keys: 'y', label: 'Only what needs me', run: () => setNeedsYou(needsYou === 'you' ? '' : 'you') },
  ]);
  const shown = COLUMNS.map((column) => ({
    ...column,
    empty: describeEmpty(column, filter),
    cards: columns[column.id],
  }));
  const column = (each: (typeof shown)[number]) => (
    <BoardColumn key={each.id} {...each} slug={slug} titles={titles} cursor={cursor} />
  );

  return (
    <div className="flex h-full flex-col">
      <div className="flex shrink-0 items-center gap-2 border-b border-line px-4 py-2 max-md:flex-wrap max-md:px-3">
        <div className="w-56 max-md:w-full">
          <SearchInput ref={search} label="Filter by title" value={text} onChange={setText} />
        </div>
        <Select
          label="Epic"
          value={epicId === '' ? EVERY : epicId}
          onChange={(value) => setEpicId(value === EVERY ? '' : value)}
          options={[
            { value: EVERY, label: 'All epics' },
            ...epics.map((epic) => ({ value: epic.id, label: epic.title })),
          ]}
          className="max-w-64 md:w-56 max-md:flex-1"
        />
        <Button
          aria-pressed={needsYou === 'you'}
          variant={needsYou === 'you' ? 'primary' : 'default'}
          onClick={() => setNeedsYou(needsYou === 'you' ? '' : 'you')}
        >
          Needs me
        </Button>
      </div>
      {narrow ? (
        <Tabs
          label="Columns"
          fill
          value={tab === '' ? busiest(shown) : tab}
          onChange={setTab}
          items={shown.map((each) => ({
            value: each.id,
            label: each.title,
            count: each.cards.length,
            content: <div className="h-full pt-2">{column(each)}</div>,
          }))}
        />
      ) : (
        <div className="flex min-h-0 flex-1 divide-x divide-line overflow-x-auto [&>section]:min-w-56">
          {shown.map(column)}
        </div>
      )}
    </div>
  );
}

/** Where a telephone begins: what is worked on, else the first column that has anything. */
function busiest(columns: readonly { id: string; cards: readonly Card[] }[]): string {
  const filled = columns.filter(({ cards }) => cards.length > 0).map(({ id }) => id);
  return filled.includes('working') ? 'working' : (filled[0] ?? 'working');
}

function NoEpics({ slug }: { slug: string }) {
  return (
    <EmptyState
      title="No epics yet."
      action={
        <ButtonLink variant="primary">
          <AppLink href={paths.newEpic(slug)}>Write the first epic</AppLink>
        </ButtonLink>
      }
    >
      An epic is a wish in a few paragraphs. A supervisor breaks it down, workers build it, and you get one
      pull request.
    </EmptyState>
  );
}

function BoardSkeleton() {
  return (
    <div role="status" aria-label="Loading the board" className="flex h-full divide-x divide-line">
      {COLUMNS.map((column, index) => (
        <div key={column.id} className="flex flex-1 flex-col gap-2 p-2 max-md:[&:nth-child(n+2)]:hidden">
          <Skeleton className="m-1 w-20" />
          {Array.from({ length: 3 - (index % 2) }, (_, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
            <Skeleton key={row} className="h-24 rounded-lg" />
          ))}
        </div>
      ))}
    </div>
  );
}
