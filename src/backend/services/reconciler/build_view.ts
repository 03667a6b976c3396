import { STUCK_TRIES } from '@/backend/domain/delivery/stuck_tries';
import type { PaneFacts } from '@/backend/domain/liveness/judge_session';
import type { EpicFacts } from '@/backend/resource_accessors/observe/read_epics';
import type { AgentBundle, TaskBundle } from '@/backend/resource_accessors/observe/rows';
import type { Project } from '@/backend/resource_accessors/project.accessor';
import type { AgentView, TaskView } from './observation';

export type BuildContext = {
  byMarker: ReadonlyMap<string, PaneFacts>;
  byName: ReadonlyMap<string, PaneFacts>;
  conditions: ReadonlyMap<string, ReadonlyMap<string, string>>;
  subtasksOf(task: Pick<TaskBundle, 'id' | 'parentId'>): EpicFacts | null;
};

const NONE: ReadonlyMap<string, string> = new Map();

/** Rows and panes put together. */
export function toTaskView(bundle: TaskBundle, project: Project, context: BuildContext): TaskView {
  const { parent, agents, executions, escalations, ...task } = bundle;
  return {
    task,
    epic: parent,
    project,
    agents: agents.map((agent) => toAgentView(agent, context)),
    execution: executions[0] ?? null,
    hasQuestion: escalations.length > 0,
    conditions: context.conditions.get(task.id) ?? NONE,
    disk: null,
    subtasks: context.subtasksOf(task),
  };
}

function toAgentView(bundle: AgentBundle, context: BuildContext): AgentView {
  const { sessions, deliveries, escalations, ...agent } = bundle;
  const session = sessions.find((one) => one.endedAt === null) ?? null;
  const named = context.byName.get(agent.tmuxName) ?? null;
  const unseen = deliveries.filter(
    (delivery) => delivery.state === 'QUEUED' || delivery.state === 'INJECTED',
  );
  const told = deliveries.filter(
    ({ kind, state }) => state === 'SEEN' && (kind === 'MAIL' || kind === 'ANSWER'),
  );
  const news = deliveries.filter((delivery) => delivery.kind !== 'NUDGE').at(-1)?.createdAt;
  return {
    agent,
    session,
    pane: session === null ? null : (context.byMarker.get(session.marker) ?? null),
    stray: named !== null && named.marker !== session?.marker ? named : null,
    files: null,
    ended: sessions.flatMap(({ endedAt, endReason }) => (endedAt === null ? [] : [{ endedAt, endReason }])),
    unseen: unseen.length,
    stuck: unseen.some((delivery) => delivery.tries >= STUCK_TRIES),
    toldAt: told.at(-1)?.createdAt ?? null,
    nudges: deliveries
      .filter((delivery) => delivery.kind === 'NUDGE' && (news === undefined || delivery.createdAt > news))
      .map((delivery) => delivery.createdAt),
    hasQuestion: escalations.length > 0,
    conditions: context.conditions.get(agent.id) ?? NONE,
  };
}
