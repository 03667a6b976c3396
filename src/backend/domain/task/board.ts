import type { PlanApproval, TaskState } from '@/shared/task';

/** Who has to do something before this goes on. Derived, never stored. */
export type NextOwner = 'human' | 'supervisor' | 'worker' | 'system' | 'nobody';

export type Column = 'queued' | 'working' | 'review' | 'blocked' | 'done';

export type BoardFacts = {
  state: TaskState;
  isEpic: boolean;
  quick: boolean;
  paused: boolean;
  planApproval: PlanApproval;
  /** Some task that this one waits for has not been completed. */
  waitsForOthers: boolean;
  /** An approval is in the merge queue. */
  inMergeQueue: boolean;
  /** A question to the human about this task is open. */
  hasOpenQuestion: boolean;
  /** Its agent cannot go on for now: nobody is signed in, its program is not there, or its allowance is used up. */
  rests: Rest | null;
  /** A subtask of an epic that was completed or cancelled: nothing of it goes on any more. */
  epicIsOver: boolean;
};

export type Placement = { column: Column; nextOwner: NextOwner; words: string };

export type Rest = 'sign_in' | 'program' | 'allowance';

const RESTS: Record<Rest, Placement> = {
  sign_in: { column: 'blocked', nextOwner: 'human', words: 'waiting for a sign-in' },
  program: { column: 'blocked', nextOwner: 'human', words: 'waiting for its program' },
  allowance: { column: 'blocked', nextOwner: 'system', words: 'waiting for its allowance' },
};

/** Where a card stands and whose move it is. */
export function placeTask(facts: BoardFacts): Placement {
  if (facts.epicIsOver && !isOver(facts.state)) {
    const ended = facts.state === 'FAILED' ? 'failed' : 'not finished';
    return { column: 'done', nextOwner: 'nobody', words: `${ended}; its epic is over` };
  }
  if (facts.hasOpenQuestion && !isOver(facts.state)) {
    return { column: 'blocked', nextOwner: 'human', words: 'waiting for your answer' };
  }
  if (facts.paused && !isOver(facts.state)) {
    return { column: 'blocked', nextOwner: 'human', words: 'paused by you' };
  }
  if (facts.rests !== null && (facts.state === 'PLANNING' || facts.state === 'IN_PROGRESS')) {
    return RESTS[facts.rests];
  }
  switch (facts.state) {
    case 'COMPLETED':
      return { column: 'done', nextOwner: 'nobody', words: 'completed' };
    case 'CANCELLED':
      return { column: 'done', nextOwner: 'nobody', words: 'cancelled' };
    case 'FAILED':
      return { column: 'blocked', nextOwner: 'human', words: 'failed: retry or cancel it' };
    case 'PENDING':
      if (facts.planApproval === 'WAITING') {
        return { column: 'queued', nextOwner: 'human', words: 'waiting for the plan' };
      }
      return facts.waitsForOthers
        ? { column: 'queued', nextOwner: 'system', words: 'waiting for other tasks' }
        : { column: 'queued', nextOwner: 'system', words: 'waiting for a free worker' };
    case 'PLANNING':
      return { column: 'working', nextOwner: facts.quick ? 'worker' : 'supervisor', words: 'starting' };
    case 'IN_PROGRESS':
      if (facts.isEpic && facts.planApproval === 'WAITING') {
        return { column: 'review', nextOwner: 'human', words: 'plan waits for you' };
      }
      return facts.isEpic && !facts.quick
        ? { column: 'working', nextOwner: 'supervisor', words: 'in progress' }
        : { column: 'working', nextOwner: 'worker', words: 'in progress' };
    case 'REVIEW':
      if (facts.inMergeQueue) return { column: 'review', nextOwner: 'system', words: 'in the merge queue' };
      return facts.isEpic
        ? { column: 'review', nextOwner: 'human', words: 'waiting for your review' }
        : { column: 'review', nextOwner: 'supervisor', words: 'waiting for review' };
    case 'BLOCKED':
      return facts.isEpic
        ? { column: 'blocked', nextOwner: 'human', words: 'blocked' }
        : { column: 'blocked', nextOwner: 'worker', words: 'blocked' };
  }
}

function isOver(state: TaskState): boolean {
  return state === 'COMPLETED' || state === 'CANCELLED';
}
