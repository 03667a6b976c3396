'use client';
import type { Card } from '@/frontend/api/outputs';
import { StateDot } from '@/frontend/ui/StateDot';
import type { VisualState } from '@/frontend/ui/state';
import { VirtualList } from '@/frontend/ui/VirtualList';
import { TaskCard } from './TaskCard';

export function BoardColumn({
  title,
  state,
  empty,
  cards,
  slug,
  titles,
  cursor,
}: {
  title: string;
  state: VisualState;
  empty: string;
  cards: readonly Card[];
  slug: string;
  titles: ReadonlyMap<string, string>;
  cursor: string | undefined;
}) {
  return (
    <section className="flex h-full min-w-0 flex-1 flex-col" aria-label={title}>
      <h2 className="flex h-9 shrink-0 items-center gap-2 px-3 text-sm font-medium max-md:hidden">
        <StateDot state={state} />
        {title}
        <span className="tabular text-xs font-normal text-muted">{cards.length}</span>
      </h2>
      <VirtualList
        label={`${title}, ${cards.length}`}
        items={cards}
        keyOf={(card) => card.id}
        estimate={104}
        cursor={cursor}
        className="min-h-0 flex-1 pt-0.5 focus-visible:-outline-offset-2"
        empty={<p className="px-3 py-2 text-xs text-muted">{empty}</p>}
        render={(card) => (
          <TaskCard
            card={card}
            slug={slug}
            epicTitle={titles.get(card.parentId ?? '')}
            active={card.id === cursor}
          />
        )}
      />
    </section>
  );
}
