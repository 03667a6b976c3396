'use client';
import type { Card, TaskDetail } from '@/frontend/api/outputs';
import { Markdown } from '@/frontend/ui/Markdown';
import { Money } from '@/frontend/ui/Money';
import { TokenCount } from '@/frontend/ui/TokenCount';
import { TaskFacts } from '@/frontend/widgets/TaskFacts';

export function TaskPanel({ task, card }: { task: TaskDetail['task']; card: Card }) {
  return (
    <div className="flex flex-col gap-4 p-4 text-sm">
      {task.description.trim() === '' ? null : <Markdown text={task.description} />}
      {task.acceptanceCriteria.trim() === '' ? null : (
        <section>
          <h3 className="mb-1 text-xs font-medium text-muted">Acceptance criteria</h3>
          <Markdown text={task.acceptanceCriteria} />
        </section>
      )}
      <p className="flex gap-3 text-xs text-muted">
        <Money usd={card.costUsd} />
        <TokenCount tokens={card.tokens} />
      </p>
      <TaskFacts task={task} />
    </div>
  );
}
