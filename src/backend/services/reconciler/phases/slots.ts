import { admit, type Holder, type Waiting } from '@/backend/domain/admission/admit';
import { isEnded } from '@/backend/domain/task/transitions';
import type { QueuedBundle, WorkerBundle } from '@/backend/resource_accessors/observe/read_projects';
import type { Planned } from '../actions';
import { keyOf } from '../key';
import type { Observation, ProjectView } from '../observation';
import { LOOK_AT_MACHINE_MS, later, machineShort } from './views';

type SlotTask = QueuedBundle['task'];

/** Who may work now: at most so many workers a project, begun work first, then priority, then first come. */
export function slots(o: Observation): Planned[] {
  return o.projects.flatMap((view) => (view.project.archivedAt ? [] : share(o, view)));
}

function share(o: Observation, view: ProjectView): Planned[] {
  const key = keyOf.project(view.project.id);
  const line = lineOf(view);
  if (line.length === 0) return [];
  const titles = new Map(
    [...view.queued.map(({ task }) => task), ...view.workers.flatMap(({ task }) => task ?? [])].map(
      (task) => [task.id, task.title],
    ),
  );
  const hold = (taskId: string, words: string): Planned => {
    return { type: 'HOLD', key: keyOf.task(taskId), reason: `“${titles.get(taskId)}” ${words}` };
  };
  const places = view.project.settings.limits.maxWorkers;
  const result = admit({
    slots: places,
    holders: view.workers.filter(holdsSlot).map(toHolder),
    line,
  });
  const short = machineShort(o);
  if (short !== null) {
    const reason = `Nobody new starts in “${view.project.name}” yet: ${short}. They start once there is enough.`;
    return [
      { type: 'WAIT', key, until: later(o.at, LOOK_AT_MACHINE_MS), reason },
      ...line.map(({ taskId }) => hold(taskId, `does not start yet: ${short}.`)),
    ];
  }
  return [
    ...result.admit.map((taskId): Planned => {
      const reason = `A worker goes to “${titles.get(taskId)}”.`;
      return { type: 'ADMIT_TASK', key, taskId, reason };
    }),
    ...result.yield.map((agentId): Planned => {
      const taskId = view.workers.find((worker) => worker.id === agentId)?.taskId ?? '';
      const reason = `The worker of “${titles.get(taskId)}” sleeps while it waits, so that another can work.`;
      return { type: 'DESIRE_AGENT', key, taskId, agentId, desired: 'PAUSED', reason };
    }),
    ...result.wait.map((taskId) =>
      hold(taskId, `waits for a free worker: all ${places} places of “${view.project.name}” are taken.`),
    ),
  ];
}

function lineOf(view: ProjectView): Waiting[] {
  const active = new Set(
    view.workers.flatMap((worker) => (worker.desiredExecutionState === 'ACTIVE' ? [worker.taskId] : [])),
  );
  const line = new Map<string, Waiting>();
  for (const { task, queuedAt } of view.queued) {
    if (active.has(task.id) || isHeld(task)) continue;
    if (task.state === 'PLANNING' && !task.quick) continue;
    const begun = task.state === 'IN_PROGRESS';
    if (!begun && (task.dependencies.length > 0 || task.parent?.planApproval === 'WAITING')) continue;
    line.set(task.id, { taskId: task.id, begun, priority: task.priority, queuedAt });
  }
  for (const worker of view.workers) {
    if (worker.task === null || active.has(worker.task.id) || line.has(worker.task.id)) continue;
    if (isHeld(worker.task) || !wantsSlot(worker, worker.task)) continue;
    line.set(worker.task.id, {
      taskId: worker.task.id,
      begun: true,
      priority: worker.task.priority,
      queuedAt: worker.createdAt,
    });
  }
  return [...line.values()];
}

/** A worker that sleeps wants to go on when its task is in progress, or when there is something to tell it. */
function wantsSlot(worker: WorkerBundle, task: SlotTask): boolean {
  if (task.state === 'IN_PROGRESS') return true;
  return (task.state === 'REVIEW' || task.state === 'BLOCKED') && worker.deliveries.length > 0;
}

function isHeld(task: SlotTask): boolean {
  return (
    task.pausedAt !== null ||
    task.deletedAt !== null ||
    isEnded(task.state) ||
    (task.parent !== null &&
      (task.parent.pausedAt !== null || task.parent.deletedAt !== null || isEnded(task.parent.state)))
  );
}

/** Until its session has ended, a worker that was asked to stop takes up as much as any. */
function holdsSlot(worker: WorkerBundle): boolean {
  return worker.desiredExecutionState === 'ACTIVE' || worker.sessions.length > 0;
}

function toHolder(worker: WorkerBundle): Holder {
  const session = worker.sessions[0];
  const waits = worker.task?.state === 'REVIEW' || worker.task?.state === 'BLOCKED';
  const nothingToTell = worker.deliveries.length === 0 && worker.escalations.length === 0;
  return {
    agentId: worker.id,
    leaving: worker.desiredExecutionState !== 'ACTIVE',
    canYield: waits && nothingToTell && (session === undefined || session.turnState === 'IDLE'),
    since: session?.turnSince ?? worker.createdAt,
  };
}
