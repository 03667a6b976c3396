import { z } from 'zod';
import { type Conversation, resultsOf, type Turn } from '../model/conversation';
import { call, type Reply, say } from '../model/reply';
import { isMessage, lastAction } from './history';

export type PlannedSubtask = { title: string; description: string; acceptanceCriteria: string };

type Habits = {
  /** The title of the subtask whose first work it sends back. */
  sendBack: string;
  /** It approves nothing before everything waits for it, so that all but the first land on changed ground. */
  allAtOnce: boolean;
};

/** Plans, reviews in order, sends the first work of one subtask back once, approves the rest, and finishes. */
export function playSupervisor(plan: readonly PlannedSubtask[], habits: Habits) {
  return (known: Conversation): Reply => {
    const created = resultsOf(known, 'mcp__task__create').length;
    const next = plan[created];
    if (next !== undefined) return call('mcp__task__create', next);
    if (resultsOf(known, 'mcp__system__log_decision').length === 0) {
      return call('mcp__system__log_decision', {
        decision: 'One subtask for each function.',
        reasoning: 'They are built and reviewed on their own.',
      });
    }
    const last = lastAction(known);
    if (last === null || isMessage(last)) return call('mcp__task__get_review_queue', {});
    if (last.kind !== 'tool_result') return say('Waiting for the workers.');
    return afterTool(known, last, { count: plan.length, ...habits });
  };
}

function afterTool(
  known: Conversation,
  last: Extract<Turn, { kind: 'tool_result' }>,
  plan: Habits & { count: number },
): Reply {
  switch (last.name) {
    case 'mcp__task__get_review_queue': {
      const waiting = readQueue(last.text).filter((entry) => entry.waits);
      const first = waiting.find((entry) => sendsBack(known, entry, plan)) ?? waiting[0];
      if (first === undefined) return call('mcp__task__list', {});
      const begun = resultsOf(known, 'mcp__task__approve').length > 0;
      if (plan.allAtOnce && !begun && !sendsBack(known, first, plan) && waiting.length < plan.count) {
        return say('I wait for the others.');
      }
      return call('mcp__git__get_diff', { taskId: first.taskId });
    }
    case 'mcp__git__get_diff':
      return judge(known, last, plan);
    case 'mcp__task__approve':
    case 'mcp__task__request_changes':
      return call('mcp__task__get_review_queue', {});
    case 'mcp__task__list': {
      const done = last.text.split('\n').filter((line) => /^- \S+ COMPLETED /.test(line)).length;
      if (done < plan.count) return say('The rest is being worked on.');
      return call('mcp__task__create_final_pr', { summary: 'Both functions are there, with their notes.' });
    }
    default:
      return say('That is all for now.');
  }
}

function judge(known: Conversation, last: Extract<Turn, { kind: 'tool_result' }>, habits: Habits): Reply {
  const taskId = inputOf(known, last.id);
  const entry = readQueue(resultsOf(known, 'mcp__task__get_review_queue').at(-1) ?? '').find(
    (queued) => queued.taskId === taskId,
  );
  if (entry !== undefined && sendsBack(known, entry, habits)) {
    return call('mcp__task__request_changes', {
      taskId,
      feedback: 'Say it louder: end it with an exclamation mark.',
    });
  }
  return call('mcp__task__approve', { taskId, headSha: entry?.headSha });
}

function sendsBack(known: Conversation, entry: { title: string }, { sendBack }: Habits): boolean {
  return entry.title === sendBack && resultsOf(known, 'mcp__task__request_changes').length === 0;
}

function inputOf(known: Conversation, id: string): string {
  const use = known.turns.find((turn) => turn.kind === 'tool_use' && turn.id === id);
  return z.object({ taskId: z.string() }).parse(use?.kind === 'tool_use' ? use.input : null).taskId;
}

/** The review queue as its tool prints it. */
function readQueue(text: string): { taskId: string; title: string; headSha: string; waits: boolean }[] {
  return text.split(/\n\n(?=\d+\. )/).flatMap((entry) => {
    const head = /^\d+\. (?<taskId>\S+) “(?<title>.*?)”[\s\S]*?Head (?<headSha>[0-9a-f]{40})/.exec(
      entry,
    )?.groups;
    if (head === undefined) return [];
    const { taskId = '', title = '', headSha = '' } = head;
    return [{ taskId, title, headSha, waits: entry.includes('Waits for you') }];
  });
}
