import type { TaskState } from '@/shared/task';
import { FactoryError } from '../errors';

/** Who asks for a change of state. The system acts for an approval that was given, or a limit that was reached. */
export type Actor = 'worker' | 'supervisor' | 'human' | 'system';

export type TransitionRequest = {
  from: TaskState;
  to: TaskState;
  isEpic: boolean;
  /** An epic with no supervisor: its one worker submits and reports like any worker. */
  quick?: boolean;
  actor: Actor;
};

/** The one table. Every writer is checked against it inside its own transaction. */
export const TRANSITIONS: Readonly<Record<TaskState, readonly TaskState[]>> = {
  PENDING: ['IN_PROGRESS', 'BLOCKED', 'FAILED', 'CANCELLED'],
  PLANNING: ['IN_PROGRESS', 'FAILED', 'BLOCKED', 'CANCELLED'],
  IN_PROGRESS: ['REVIEW', 'BLOCKED', 'FAILED', 'CANCELLED', 'COMPLETED'],
  REVIEW: ['COMPLETED', 'IN_PROGRESS', 'BLOCKED', 'FAILED', 'CANCELLED'],
  BLOCKED: ['IN_PROGRESS', 'PENDING', 'REVIEW', 'FAILED', 'CANCELLED'],
  FAILED: ['IN_PROGRESS', 'PENDING'],
  COMPLETED: [],
  CANCELLED: [],
};

const WORKER_MAY: Readonly<Partial<Record<TaskState, readonly TaskState[]>>> = {
  IN_PROGRESS: ['REVIEW', 'BLOCKED', 'FAILED'],
  BLOCKED: ['IN_PROGRESS', 'REVIEW', 'FAILED'],
};

const SUPERVISOR_MAY_ON_SUBTASK: Readonly<Partial<Record<TaskState, readonly TaskState[]>>> = {
  PENDING: ['CANCELLED'],
  IN_PROGRESS: ['REVIEW', 'CANCELLED'],
  REVIEW: ['COMPLETED', 'IN_PROGRESS', 'CANCELLED'],
  BLOCKED: ['IN_PROGRESS', 'REVIEW', 'CANCELLED'],
  FAILED: ['IN_PROGRESS', 'PENDING'],
};

const SUPERVISOR_MAY_ON_EPIC: Readonly<Partial<Record<TaskState, readonly TaskState[]>>> = {
  IN_PROGRESS: ['REVIEW', 'COMPLETED', 'BLOCKED'],
  BLOCKED: ['IN_PROGRESS'],
};

export const TERMINAL_STATES: readonly TaskState[] = ['COMPLETED', 'CANCELLED'];
/** States in which nothing more happens by itself: terminal ones, and FAILED until someone retries. */
export const ENDED_STATES: readonly TaskState[] = ['COMPLETED', 'CANCELLED', 'FAILED'];

export function isEnded(state: TaskState): boolean {
  return ENDED_STATES.includes(state);
}

/** True when the table has the arrow, whoever asks. */
export function isLegal({ from, to, isEpic }: Pick<TransitionRequest, 'from' | 'to' | 'isEpic'>): boolean {
  if (!TRANSITIONS[from].includes(to)) return false;
  if (from === 'IN_PROGRESS' && to === 'COMPLETED') return isEpic;
  // Epics start in PLANNING, subtasks in PENDING; neither ever has the other's first state.
  if (from === 'PENDING' || to === 'PENDING') return !isEpic;
  return from !== 'PLANNING' || isEpic;
}

export function mayTransition(request: TransitionRequest): boolean {
  if (!isLegal(request)) return false;
  const { from, to, isEpic, quick, actor } = request;
  switch (actor) {
    case 'human':
    case 'system':
      return true;
    case 'worker':
      return (!isEpic || quick === true) && (WORKER_MAY[from]?.includes(to) ?? false);
    case 'supervisor':
      return (isEpic ? SUPERVISOR_MAY_ON_EPIC : SUPERVISOR_MAY_ON_SUBTASK)[from]?.includes(to) ?? false;
  }
}

/** Throws WRONG_STATE or FORBIDDEN with what can be done instead. */
export function assertTransition(request: TransitionRequest): void {
  if (mayTransition(request)) return;
  const { from, to, isEpic } = request;
  const noun = isEpic ? 'epic' : 'task';
  if (!isLegal(request)) {
    const ways = TRANSITIONS[from].filter((state) => isLegal({ from, to: state, isEpic }));
    throw new FactoryError(
      'WRONG_STATE',
      `This ${noun} is ${from} and cannot become ${to}.`,
      ways.length === 0
        ? `${from} is final: create a new task instead.`
        : `From ${from} it can become ${ways.join(', ')}.`,
      { data: { from, to } },
    );
  }
  throw new FactoryError(
    'FORBIDDEN',
    `A ${request.actor} may not move this ${noun} from ${from} to ${to}.`,
    request.actor === 'worker'
      ? 'Submit with task.create_pr when the work is done, or report BLOCKED or FAILED with task.update_state.'
      : 'Ask the human, who can do it in the app.',
    { data: { from, to, actor: request.actor } },
  );
}
