import type { Card, TaskDetail } from '@/frontend/api/outputs';
import { plural } from '@/frontend/format/number';
import { Duration } from '@/frontend/ui/Duration';
import { Money } from '@/frontend/ui/Money';
import { ProgressBar } from '@/frontend/ui/ProgressBar';
import { StateBadge } from '@/frontend/ui/StateBadge';
import { StateDot } from '@/frontend/ui/StateDot';
import { TokenCount } from '@/frontend/ui/TokenCount';
import { cardLook } from '@/frontend/widgets/cardLook';
import { countProgress } from './countProgress';

/** The one thing to see: how far it is and whose move it is. */
export function EpicHeader({
  epic,
  subtasks,
  task,
  merging,
}: {
  epic: Card;
  subtasks: readonly Card[];
  task: TaskDetail['task'];
  /** The final pull request is being merged: it waits for nobody. */
  merging: boolean;
}) {
  const look = merging ? { state: 'working' as const, word: 'merging' } : cardLook(epic);
  const all = [epic, ...subtasks];
  const parts = countProgress(subtasks);
  const total = parts.reduce((sum, { count }) => sum + count, 0);
  const merged = parts.find(({ state }) => state === 'done')?.count ?? 0;
  return (
    <header className="flex flex-col gap-2 border-b border-line px-4 py-3">
      <p className="text-lg font-semibold [overflow-wrap:anywhere]">{epic.title}</p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted">
        <StateBadge state={look.state} word={look.word} />
        {total === 0 ? null : (
          <span className="tabular">
            {merged} of {plural(total, 'subtask')} merged
          </span>
        )}
        <Duration since={task.createdAt} until={task.endedAt} />
        <Money usd={all.reduce((sum, card) => sum + card.costUsd, 0)} />
        <TokenCount tokens={all.reduce((sum, card) => sum + card.tokens, 0)} />
      </div>
      {epic.stateReason === null || epic.column !== 'blocked' ? null : (
        <p className="text-sm [overflow-wrap:anywhere]">{epic.stateReason}</p>
      )}
      {total === 0 ? null : (
        <>
          <ProgressBar parts={parts} />
          <ul className="tabular flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted" aria-hidden>
            {parts.map((part) =>
              part.count === 0 ? null : (
                <li key={part.word} className="flex items-center gap-1.5">
                  <StateDot state={part.state} />
                  {part.count} {part.word}
                </li>
              ),
            )}
          </ul>
        </>
      )}
    </header>
  );
}
