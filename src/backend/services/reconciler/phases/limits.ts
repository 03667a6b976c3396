import { decideNudge } from '@/backend/domain/nudge/decide_nudge';
import { clockTime } from '@/backend/domain/time/clock_time';
import type { NudgeSubject, Planned } from '../actions';
import { keyOf } from '../key';
import type { AgentView, Observation, TaskView } from '../observation';
import { heldBy, isOver, later, restsUntil, roleOf, whyRests } from './views';

/** Time limits on work, reminders to whoever forgot, and deadlines of questions. */
export function limits(o: Observation): Planned[] {
  return [...o.tasks.flatMap((view) => [...timeOut(o, view), ...remind(o, view)]), ...deadlines(o)];
}

/** Counted for workers only, and only while they work: neither a review nor a pause uses it up. */
function timeOut(o: Observation, view: TaskView): Planned[] {
  const { task, execution } = view;
  if (roleOf(view) !== 'WORKER' || task.state !== 'IN_PROGRESS' || isOver(view)) return [];
  const one = view.agents.find(({ agent }) => agent.role === 'WORKER');
  if (!one?.session || !execution?.startedAt || heldBy(view) !== null) return [];
  const minutes = view.project.settings.limits.executionTimeoutMinutes;
  const since = newest([execution.startedAt, task.stateSince, one.session.startedAt, o.watchedSince]);
  const until = later(since, minutes * 60_000);
  const key = keyOf.task(task.id);
  const ids = { taskId: task.id, agentId: one.agent.id };
  if (until > o.at) {
    const reason = `“${task.title}” fails at ${clockTime(until, o.at)} unless it is done by then: ${minutes} minutes without a result are too long.`;
    return [{ type: 'WAIT', key, until, reason }];
  }
  const reason = `“${task.title}” has been worked on for ${minutes} minutes without a result and fails.`;
  return [{ type: 'FAIL_TASK', key, ...ids, cause: 'timeout', from: task.state, reason }];
}

function remind(o: Observation, view: TaskView): Planned[] {
  const { task } = view;
  if (task.state !== 'IN_PROGRESS' || isOver(view) || heldBy(view) !== null || view.hasQuestion) return [];
  const one = view.agents.find(({ agent }) => agent.role === roleOf(view));
  if (!one?.session || one.agent.desiredExecutionState !== 'ACTIVE') return [];
  const key = keyOf.task(task.id);
  const ids = { taskId: task.id, agentId: one.agent.id };
  const stalled = view.conditions.has('Stalled');
  const rests = restsUntil(one, o.at);
  if (rests !== null) {
    const reason =
      `${one.agent.tmuxName} is left alone until ${clockTime(rests, o.at)}. ${whyRests(one, o, view)}`.trim();
    return [{ type: 'WAIT', key, until: rests, reason }];
  }
  const about = isIdle(one) ? subjectOf(view) : null;
  if (about === null) return [];
  const since = newestBy(o.at, [task.stateSince, view.subtasks?.newestMove ?? null]);
  const decision = decideNudge({
    at: o.at,
    idleSince: newestBy(o.at, [one.session.turnSince, since, one.agent.parkedUntil]),
    nudges: one.nudges.filter((nudge) => nudge > since),
    nudgeMinutes: o.limits.nudgeMinutes,
    nudgeLimit: o.limits.nudgeLimit,
  });
  const mute = one.nudges.length >= o.limits.nudgeLimit;
  const what = `${one.agent.tmuxName} ended its turn, but ${WORDS[about.kind]}`;
  switch (decision.kind) {
    case 'wait':
      return [
        {
          type: 'WAIT',
          key,
          until: decision.until,
          reason: `${what}; ${mute ? 'a person is told' : 'it is reminded'} at ${clockTime(decision.until, o.at)} unless it goes on by then.`,
        },
      ];
    case 'nudge':
      return [{ type: 'NUDGE', key, ...ids, about, reason: `${what}; it is reminded.` }];
    case 'give_up':
      return stalled ? [] : [{ type: 'STOP_NUDGING', key, ...ids, reason: `${what}; a person is told.` }];
  }
}

const WORDS: Record<NudgeSubject['kind'], string> = {
  unsubmitted: 'its work is not submitted',
  review: 'there is work to review',
  final_pr: 'the final pull request is not made',
  plan: 'there is no subtask yet',
};

function isIdle(one: AgentView): boolean {
  return (
    one.session?.turnState === 'IDLE' && one.session.readyAt !== null && one.unseen === 0 && !one.hasQuestion
  );
}

/** What the agent left undone; null when its next step is someone else's. */
function subjectOf(view: TaskView): NudgeSubject | null {
  if (roleOf(view) === 'WORKER') return { kind: 'unsubmitted' };
  const { subtasks, task } = view;
  if (subtasks === null || subtasks.finalPrOpen) return null;
  if (subtasks.toReview) return { kind: 'review', count: subtasks.toReview.count };
  const { COMPLETED = 0, FAILED = 0, CANCELLED = 0, ...open } = subtasks.counts;
  if (Object.values(open).some((count) => count > 0)) return null;
  const ended = COMPLETED + FAILED + CANCELLED;
  if (ended > 0) return { kind: 'final_pr' };
  return task.planApproval === 'APPROVED' ? { kind: 'final_pr' } : { kind: 'plan' };
}

function deadlines(o: Observation): Planned[] {
  const due = o.system?.nextDeadline;
  if (!due) return [];
  if (due > o.at) {
    const reason = `A question gets its default answer at ${clockTime(due, o.at)} unless somebody answers it by then.`;
    return [{ type: 'WAIT', key: 'system', until: due, reason }];
  }
  const reason = 'Questions that nobody answered in time get their default answer.';
  return [{ type: 'EXPIRE_ESCALATIONS', key: 'system', reason }];
}

/** Of those that have been: what lies ahead is from before the clock was set back, and is long ago. */
function newestBy(at: Date, dates: readonly (Date | null)[]): Date {
  return dates.reduce<Date>((a, b) => (b !== null && b > a && b <= at ? b : a), new Date(0));
}

function newest(dates: readonly [Date, ...Date[]]): Date {
  return dates.reduce((a, b) => (b > a ? b : a));
}
