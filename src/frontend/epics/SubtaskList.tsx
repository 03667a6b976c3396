import type { Card } from '@/frontend/api/outputs';
import { AppLink } from '@/frontend/shell/AppLink';
import { paths } from '@/frontend/shell/paths';
import { cx } from '@/frontend/ui/cx';
import { StateDot } from '@/frontend/ui/StateDot';
import { stateInk } from '@/frontend/ui/state';
import { cardLook } from '@/frontend/widgets/cardLook';
import { doingWords } from '@/frontend/widgets/doingWords';

/** The graph in words, for screens on which its boxes could not be read. */
export function SubtaskList({ subtasks, slug }: { subtasks: readonly Card[]; slug: string }) {
  const titles = new Map(subtasks.map(({ id, title }) => [id, title]));
  return (
    <ol className="border-t border-line" aria-label="Subtasks and what they wait for">
      {subtasks.map((card) => {
        const look = cardLook(card);
        const before = card.dependsOn.flatMap((id) => titles.get(id) ?? []);
        return (
          <li key={card.id} className="relative flex gap-2.5 border-b border-line px-4 py-2 last:border-0">
            <StateDot state={look.state} className="mt-[3px]" />
            <div className="min-w-0 flex-1">
              <AppLink
                href={paths.task(slug, card.id)}
                className="line-clamp-2 text-sm font-medium outline-none [overflow-wrap:anywhere] after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
              >
                {card.title}
              </AppLink>
              <p className={cx('truncate text-xs', stateInk[look.state])}>{doingWords(card)}</p>
              {before.length === 0 ? null : (
                <p className="line-clamp-2 text-xs text-muted [overflow-wrap:anywhere]">
                  after {before.join(', ')}
                </p>
              )}
            </div>
          </li>
        );
      })}
    </ol>
  );
}
