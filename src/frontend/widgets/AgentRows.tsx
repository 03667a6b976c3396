'use client';
import { activityOf, lookOf } from '@/frontend/agents/describeAgent';
import type { TaskDetail } from '@/frontend/api/outputs';
import { plural } from '@/frontend/format/number';
import { paths } from '@/frontend/shell/paths';
import { DataList, Row } from '@/frontend/ui/DataList';
import { Money } from '@/frontend/ui/Money';
import { RelativeTime } from '@/frontend/ui/RelativeTime';
import { StateDot } from '@/frontend/ui/StateDot';

type Agent = TaskDetail['agents'][number];

/** The agents of a task with what each is doing; the retired ones last. */
export function AgentRows({
  agents,
  slug,
  tasks,
}: {
  agents: readonly Agent[];
  slug: string;
  tasks: readonly { id: string; title: string }[];
}) {
  if (agents.length === 0) return null;
  const titles = new Map(tasks.map((task) => [task.id, task.title]));
  const sorted = agents.toSorted((a, b) => Number(a.retiredAt !== null) - Number(b.retiredAt !== null));
  const live = agents.filter((agent) => agent.retiredAt === null).length;
  return (
    <DataList label="Agents" heading="Agents" aside={`${live} in service`}>
      {sorted.map((agent) => {
        const look = lookOf(agent);
        const about = titles.get(agent.taskId ?? '');
        return (
          <Row
            key={agent.id}
            href={paths.agent(slug, agent.id)}
            lead={<StateDot state={look.state} label={look.word} />}
            title={<span className="font-mono text-xs">{agent.name}</span>}
            meta={about === undefined ? activityOf(agent) : `${activityOf(agent)} · ${about}`}
            trail={
              <>
                {agent.sessions > 1 ? (
                  <span className="max-md:hidden">{plural(agent.sessions, 'session')}</span>
                ) : null}
                <Money usd={agent.costUsd} />
                {agent.session === null ? null : (
                  <RelativeTime at={agent.session.endedAt ?? agent.session.turnSince} />
                )}
              </>
            }
          />
        );
      })}
    </DataList>
  );
}
