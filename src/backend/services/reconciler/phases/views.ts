import { countCrashes, LONGEST_RESTART_DELAY_MS } from '@/backend/domain/crash/crash';
import { isEnded, TERMINAL_STATES } from '@/backend/domain/task/transitions';
import type { AgentView, Observation, TaskView } from '../observation';

/** The role that does a task: an epic is supervised, everything else is worked on. */
export function roleOf(view: Pick<TaskView, 'task'>): 'SUPERVISOR' | 'WORKER' {
  return view.task.parentId === null && !view.task.quick ? 'SUPERVISOR' : 'WORKER';
}

/** Over for good, or deleted: nothing of it shall go on. */
export function isOver(view: Pick<TaskView, 'task' | 'epic'>): boolean {
  return (
    view.task.deletedAt !== null ||
    TERMINAL_STATES.includes(view.task.state) ||
    (view.epic !== null && (view.epic.deletedAt !== null || TERMINAL_STATES.includes(view.epic.state)))
  );
}

/** Why nothing of this task may run now, though it is not over; null when it may. */
export function heldBy(view: Pick<TaskView, 'task' | 'epic' | 'project'>): string | null {
  if (view.task.pausedAt) return 'it is paused';
  if (view.epic?.pausedAt) return 'its epic is paused';
  if (view.project.archivedAt) return 'its project is archived';
  if (view.epic && isEnded(view.epic.state)) return `its epic is ${view.epic.state}`;
  return null;
}

/** Why no program may be started on this machine now; null when one may. */
export function machineShort(o: Pick<Observation, 'machine' | 'limits'>): string | null {
  if (o.machine === null) return null;
  const { freeMemoryMb, freeDiskMb } = o.machine;
  if (freeMemoryMb < o.limits.minFreeMemoryMb) {
    return `only ${Math.round(freeMemoryMb)} MB of memory are free (${o.limits.minFreeMemoryMb} needed)`;
  }
  if (freeDiskMb < o.limits.minFreeDiskMb) {
    return `only ${Math.round(freeDiskMb)} MB of disk are free (${o.limits.minFreeDiskMb} needed)`;
  }
  return null;
}

/** Until when an agent rests, after a crash or because its provider refused; null when it may run. */
export function restsUntil(one: Pick<AgentView, 'agent' | 'conditions'>, at: Date): Date | null {
  const until = one.agent.parkedUntil;
  if (until === null || until <= at) return null;
  const refused = one.conditions.has('UsageLimit') || one.conditions.has('ProviderUnavailable');
  // A rest after a crash is short. One that lasts longer began before the clock was set back.
  return refused || until.getTime() - at.getTime() <= LONGEST_RESTART_DELAY_MS ? until : null;
}

/** Why it rests, as a sentence of its own; '' where nobody said. */
export function whyRests(
  one: AgentView,
  o: Pick<Observation, 'at'>,
  view: Pick<TaskView, 'project'>,
): string {
  const refused = one.conditions.get('UsageLimit') ?? one.conditions.get('ProviderUnavailable');
  if (refused !== undefined) return refused;
  const { crashWindowMinutes: windowMinutes } = view.project.settings.limits;
  const { crashesForgivenAt: forgivenAt } = one.agent;
  const crashes = countCrashes(one.ended, { at: o.at, windowMinutes, forgivenAt });
  if (crashes === 0) return '';
  const times = ['', 'once', 'twice'][crashes] ?? `${crashes} times`;
  const last = one.ended
    .at(-1)
    ?.endReason?.replace(/^\w+: /, '')
    .replace(/\.$/, '');
  return `It crashed ${times} in ${windowMinutes} minutes${last ? `; the last time: ${last}` : ''}.`;
}

/** An epic gets its folder while its supervisor is being made: nobody waits for both in turn. */
export function getsFolderFirst(view: Pick<TaskView, 'task'>): boolean {
  return roleOf(view) === 'SUPERVISOR' && view.task.state === 'PLANNING' && view.task.preparedAt === null;
}

/** Whether its first folder takes no longer than its agent's preparations: the one need not wait for the other. */
export function isMadeMeanwhile(view: Pick<TaskView, 'task' | 'epic' | 'project'>): boolean {
  if (isEnded(view.task.state) || isOver(view) || heldBy(view) !== null) return false;
  return view.project.setupCommand === null && (view.epic === null || view.epic.preparedAt !== null);
}

export const JUST_MADE_MS = 3000;

/** Until when a task's folder counts as made a moment ago; null when that is over, or there is none. */
export function justMadeUntil(view: Pick<TaskView, 'task'>, at: Date): Date | null {
  const { preparedAt } = view.task;
  const until = preparedAt === null ? null : later(preparedAt, JUST_MADE_MS);
  // One from the future was made before the clock was set back.
  return until !== null && until > at && preparedAt !== null && preparedAt <= at ? until : null;
}

export const LOOK_AT_MACHINE_MS = 15_000;

export function later(at: Date, ms: number): Date {
  return new Date(at.getTime() + ms);
}
