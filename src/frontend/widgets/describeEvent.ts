import type { TimelineEntry } from '@/frontend/api/outputs';
import { taskLook, type VisualState } from '@/frontend/ui/state';
import { TaskState } from '@/shared/task';
import { inWords } from './inWords';

export type Described = { state: VisualState; words: string; detail?: string };

/** One event as a sentence without its subject: the row names who and when. */
export function describeEvent({ kind, payload }: Pick<TimelineEntry, 'kind' | 'payload'>): Described {
  const text = (name: string) => (typeof payload[name] === 'string' ? payload[name] : '');
  const quiet = (words: string, detail = ''): Described => ({
    state: 'idle',
    words,
    ...(detail === '' ? {} : { detail }),
  });
  switch (kind) {
    case 'task.created':
      return quiet('created');
    case 'task.state': {
      const to = TaskState.safeParse(payload.to);
      if (!to.success) return quiet('changed state');
      const { state, word } = taskLook[to.data];
      return { ...quiet(word, text('reason')), state };
    }
    case 'task.updated':
      return payload.paused === true
        ? { state: 'blocked', words: 'paused' }
        : quiet(payload.paused === false ? 'resumed' : 'plan approved');
    case 'task.deleted':
      return quiet('deleted');
    case 'agent.created':
      return quiet('took the task');
    case 'agent.state': {
      const to = text('executionState') || text('to');
      if (to === 'CRASHED') return { ...quiet('crashed', text('reason')), state: 'failed' };
      return quiet(to === '' ? 'changed state' : `is ${to.toLowerCase()}`, text('reason'));
    }
    case 'session.started':
      return { state: 'working', words: payload.resumed === true ? 'went on' : 'started' };
    case 'session.ended':
      return quiet('stopped', unless('stopped', text('reason') || text('endReason')));
    case 'execution.state':
      // Nothing failed when the task was given up, and why that was stands at the task itself.
      return text('taskState') === 'CANCELLED'
        ? quiet(`attempt ${payload.attempt ?? ''} cancelled`)
        : quiet(`attempt ${payload.attempt ?? ''} ${text('state').toLowerCase()}`, text('reason'));
    case 'mail.sent':
      // The event names the agent that was written to, if one was.
      return quiet(text('toParty') === 'AGENT' ? 'got a mail' : 'wrote a mail', text('subject'));
    case 'pull_request.opened':
      return { ...quiet('pull request opened', text('title')), state: 'review' };
    case 'pull_request.updated':
      return quiet(text('state') === 'MERGED' ? 'pull request merged' : 'pull request updated');
    case 'review.added':
      return text('verdict') === 'APPROVED'
        ? { state: 'done', words: 'approved' }
        : { state: 'review', words: text('verdict') === 'COMMENTED' ? 'commented' : 'asked for changes' };
    case 'check.updated':
      return text('state') === 'FAILED'
        ? { state: 'failed', words: 'tests failed' }
        : {
            state: text('state') === 'PASSED' ? 'done' : 'idle',
            words: `tests ${text('state').toLowerCase()}`,
          };
    case 'merge.updated':
      return text('state') === 'LANDED'
        ? { state: 'done', words: 'landed on the epic’s branch' }
        : { ...quiet(`merge ${text('state').toLowerCase()}`, text('reason')), state: 'review' };
    case 'decision.logged':
      return quiet('decided', text('decision'));
    case 'tool.called':
      return text('outcome') === 'OK'
        ? quiet(`called ${text('tool')}`)
        : { state: 'failed', words: `called ${text('tool')}: ${text('outcome').toLowerCase()}` };
    case 'escalation.opened':
      return { ...quiet('asks you', text('title')), state: 'blocked' };
    case 'escalation.closed':
      return quiet('question answered', text('answer'));
    case 'condition.changed':
      return payload.status === true
        ? { ...quiet(inWords(text('type')), text('message')), state: 'blocked' }
        : { ...quiet(`over: ${inWords(text('type'))}`), state: 'done' };
    case 'work.rescued':
      return { ...quiet('saved work to a rescue ref', text('ref')), state: 'blocked' };
    default:
      return quiet(kind.replace('.', ' ').replace('_', ' '));
  }
}

/** A reason that only repeats the word tells nothing. */
function unless(said: string, reason: string): string {
  return reason === said ? '' : reason;
}
