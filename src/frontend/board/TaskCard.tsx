'use client';
import { memo } from 'react';
import type { Card } from '@/frontend/api/outputs';
import { AppLink } from '@/frontend/shell/AppLink';
import { paths } from '@/frontend/shell/paths';
import { cx } from '@/frontend/ui/cx';
import { Money } from '@/frontend/ui/Money';
import { RelativeTime } from '@/frontend/ui/RelativeTime';
import { StateDot } from '@/frontend/ui/StateDot';
import { stateInk } from '@/frontend/ui/state';
import { cardLook } from '@/frontend/widgets/cardLook';
import { Doing } from '@/frontend/widgets/Doing';
import { Evidence } from '@/frontend/widgets/Evidence';

/** Title; state and what it is doing; who; evidence; age; cost. Nothing else. */
export const TaskCard = memo(function TaskCard({
  card,
  slug,
  epicTitle,
  active,
}: {
  card: Card;
  slug: string;
  epicTitle: string | undefined;
  active: boolean;
}) {
  const look = cardLook(card);
  const epic = card.parentId === null;
  return (
    <article
      data-card={card.id}
      className={cx(
        'relative mx-2 mb-2 flex flex-col gap-1 rounded-lg border bg-raised px-3 py-2 transition-colors',
        active ? 'border-accent' : 'border-line hover:border-line-strong',
      )}
    >
      <div className="flex items-center justify-between gap-2 text-xs text-muted">
        <span className="min-w-0 flex-1 truncate">
          {epic ? (card.quick ? 'Quick task' : 'Epic') : epicTitle}
        </span>
        {card.costUsd >= 0.01 ? <Money usd={card.costUsd} /> : null}
        <RelativeTime at={card.stateSince} />
      </div>
      <h3 className="line-clamp-2 font-medium [overflow-wrap:anywhere]">
        <AppLink
          href={epic ? paths.epic(slug, card.id) : paths.task(slug, card.id)}
          className="outline-none after:absolute after:inset-0 after:rounded-lg focus-visible:after:outline-2 focus-visible:after:outline-accent"
        >
          {card.title}
        </AppLink>
      </h3>
      <p className={cx('flex items-center gap-1.5 text-xs', stateInk[look.state])}>
        <StateDot state={look.state} />
        <CardWords card={card} />
      </p>
      <CardFacts card={card} />
    </article>
  );
});

function CardWords({ card }: { card: Card }) {
  if (card.column === 'working' && card.agent?.doing) {
    return <Doing doing={card.agent.doing} />;
  }
  const words = card.stateReason !== null && card.column === 'blocked' ? card.stateReason : card.words;
  return (
    <span className="truncate" title={words}>
      {words}
    </span>
  );
}

function CardFacts({ card }: { card: Card }) {
  const steps = card.subtasks.total > 0;
  if (!steps && card.agent === null && card.pullRequest === null) return null;
  return (
    <div className="tabular flex items-center gap-2 text-xs text-muted">
      {steps ? (
        <span className="whitespace-nowrap">
          {card.subtasks.done}/{card.subtasks.total} merged
        </span>
      ) : null}
      {card.pullRequest !== null ? (
        <Evidence pull={card.pullRequest} />
      ) : card.agent === null ? null : (
        <span className="truncate font-mono">{card.agent.name}</span>
      )}
    </div>
  );
}
