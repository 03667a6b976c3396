'use client';
import type { TaskDetail } from '@/frontend/api/outputs';
import { TerminalPanel } from '@/frontend/terminal/TerminalPanel';
import { EmptyState } from '@/frontend/ui/EmptyState';

/** The newest session of whoever has the task; one that is over shows what it left. */
export function TaskTerminal({ detail }: { detail: TaskDetail }) {
  const own = detail.agents.filter((agent) => agent.taskId === detail.task.id && agent.session !== null);
  const agent = own.findLast((each) => each.session?.endedAt === null) ?? own.at(-1);
  if (!agent?.session) {
    return (
      <EmptyState title="No agent has started on this task yet.">
        Its terminal appears here as soon as one does.
      </EmptyState>
    );
  }
  return (
    <div className="h-full p-3 max-md:p-1.5">
      <TerminalPanel
        key={agent.session.id}
        sessionId={agent.session.id}
        name={agent.name}
        attachCommand={`tmux -S '${detail.tmuxSocket}' attach -t '=${agent.name}'`}
        className="h-full min-h-80"
      />
    </div>
  );
}
