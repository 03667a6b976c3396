import type { TaskDetail } from '@/frontend/api/outputs';
import { DataList, Row } from '@/frontend/ui/DataList';
import { Duration } from '@/frontend/ui/Duration';
import { EmptyState } from '@/frontend/ui/EmptyState';
import { RelativeTime } from '@/frontend/ui/RelativeTime';
import { StateDot } from '@/frontend/ui/StateDot';
import { lookOfAttempt } from './lookOfAttempt';

/** Every attempt at a task, the newest first, and how it ended. */
export function Executions({
  task,
  executions,
  agents,
}: {
  task: TaskDetail['task'];
  executions: TaskDetail['executions'];
  agents: TaskDetail['agents'];
}) {
  if (executions.length === 0)
    return (
      <EmptyState title="Not tried yet.">
        An attempt is added when the task gets in line for a worker.
      </EmptyState>
    );
  return (
    <DataList label="Attempts" heading="Attempts">
      {executions.map((execution) => {
        const look = lookOfAttempt(execution, task);
        const agent = agents.find((each) => each.id === execution.agentId);
        return (
          <Row
            key={execution.id}
            lead={<StateDot state={look.state} label={look.word} />}
            title={`Attempt ${execution.attempt}`}
            meta={[look.word, agent?.name, execution.reason].filter(Boolean).join(' · ')}
            trail={
              <>
                {execution.startedAt === null ? null : (
                  <Duration since={execution.startedAt} until={execution.endedAt} />
                )}
                <RelativeTime at={execution.queuedAt} />
              </>
            }
          />
        );
      })}
    </DataList>
  );
}
