import type { ConditionType } from '@/backend/domain/condition/condition_type';
import type { Planned } from '../actions';
import { type Key, keyOf } from '../key';
import type { AgentView, Observation, TaskView } from '../observation';
import { isOver } from './views';

/**
 * Takes back what was said about a task or an agent once it is not so any more. Who says it is in the runners; a phase
 * alone can see that its cause is gone, whoever made it go.
 */
export function conditions(o: Observation): Planned[] {
  return o.tasks.flatMap((view) => [
    ...outdated(view.conditions, TASK_CAUSES, { o, view }).map((condition) =>
      takeBack({
        key: keyOf.task(view.task.id),
        subject: { kind: 'TASK', id: view.task.id },
        condition,
        words: `That is not so any more: “${view.task.title}” is ${view.task.state}.`,
      }),
    ),
    ...view.agents.flatMap((one) =>
      outdated(one.conditions, AGENT_CAUSES, { o, view, one }).map((condition) =>
        takeBack({
          // Deliveries are the agent's own affair; what its provider says is decided with its sessions.
          key: condition === 'DeliveryStuck' ? keyOf.agent(one.agent.id) : keyOf.task(view.task.id),
          subject: { kind: 'AGENT', id: one.agent.id },
          condition,
          words: `That is not so any more of ${one.agent.tmuxName}.`,
        }),
      ),
    ),
  ]);
}

type OfTask = { o: Observation; view: TaskView };
type OfAgent = OfTask & { one: AgentView };

type Causes<Of> = readonly (readonly [ConditionType, (of: Of) => boolean])[];

/** Whether what is said of a task can still be so. */
const TASK_CAUSES: Causes<OfTask> = [
  ['CrashLoop', ({ view }) => view.task.state === 'FAILED'],
  ['TimedOut', ({ view }) => view.task.state === 'FAILED'],
  ['Stalled', ({ view }) => view.task.state === 'IN_PROGRESS' && !isOver(view) && !isBusy(view)],
  ['DependencyFailed', ({ view }) => view.task.state === 'PENDING' && !isOver(view)],
  ['SetupFailed', ({ view }) => !isOver(view) && view.project.setupCommand !== null],
  ['MergeDeferred', ({ o, view }) => o.merges.some(({ epicId }) => epicId === view.task.id)],
];

/** And of an agent. One that is retired has nothing said about it: that goes with its retirement. */
const AGENT_CAUSES: Causes<OfAgent> = [
  ['DeliveryStuck', ({ one }) => one.stuck],
  ['UsageLimit', isRefused],
  ['ProviderUnavailable', isRefused],
];

function isBusy(view: TaskView): boolean {
  return view.agents.some((one) => one.session?.turnState === 'BUSY');
}

function isRefused({ o, one }: OfAgent): boolean {
  const { parkedUntil, desiredExecutionState } = one.agent;
  if (parkedUntil !== null && parkedUntil > o.at) return true;
  // Until it is up again nobody knows, unless nobody wants it to be.
  return one.session === null ? desiredExecutionState === 'ACTIVE' : one.session.readyAt === null;
}

function outdated<Of>(said: ReadonlyMap<string, string>, causes: Causes<Of>, of: Of): ConditionType[] {
  return causes.flatMap(([type, holds]) => (said.has(type) && !holds(of) ? [type] : []));
}

function takeBack(input: {
  key: Key;
  subject: { kind: 'TASK' | 'AGENT'; id: string };
  condition: ConditionType;
  words: string;
}): Planned {
  return { type: 'SET_CONDITION', ...input, status: false, reason: `${input.condition}: ${input.words}` };
}
