import { createHash } from 'node:crypto';
import { FactoryError } from '@/backend/domain/errors';
import type { Agent } from '@/backend/resource_accessors/agent.accessor';
import {
  type Escalation,
  findEscalation,
  type NewEscalation,
  openEscalation,
} from '@/backend/resource_accessors/escalation.accessor';
import { readSetting } from '@/backend/resource_accessors/setting.accessor';
import type { Tx } from '@/backend/resource_accessors/store/store';
import { OTHER_ANSWER } from '@/shared/escalation';
import type { HookAnswer, HookEvent } from '@/shared/hook';
import { LIMITS_KEY, SystemLimits } from '@/shared/limits';
import type { Deps } from '../deps';
import { awaitClosed } from './await_closed';
import { titleOfPermission } from './title_of_permission';

export type Question = Extract<HookEvent, { kind: 'permission_asked' | 'question_asked' }>;

/** Puts an agent's question into the inbox, once however often it asks, and holds the line for a while. */
export async function askHuman(
  deps: Pick<Deps, 'store' | 'clock' | 'notify'>,
  input: { agent: Agent; hook: Question; signal: AbortSignal },
): Promise<HookAnswer> {
  const { agent, hook } = input;
  const id = idOf(agent.id, hook.requestId);
  const asked = await deps.store.write(async (tx) => {
    const known = await findEscalation(tx, id);
    if (known !== null) return known;
    const opened = await openEscalation(tx, describe(id, agent, hook, await deadlineOf(tx, hook)));
    // An agent stands still until it is answered, so this passes the quiet hours.
    await deps.notify(tx, {
      fact: `question:${id}`,
      kind: 'question',
      projectId: opened.projectId,
      taskId: opened.taskId,
      title: opened.title,
      body: oneLine(opened.body).slice(0, 300),
      forced: true,
    });
    return opened;
  });
  const now = asked.state === 'OPEN' ? await awaitClosed(deps, { id, signal: input.signal }) : asked;
  return answerOf(now, hook);
}

/** The same question of the same agent has the same id, so that asking again asks nobody again. */
function idOf(agentId: string, requestId: string): string {
  const hash = createHash('sha256').update(`${agentId}:${requestId}`).digest('hex');
  return `q${hash.slice(0, 23)}`;
}

async function deadlineOf(tx: Tx, hook: Question): Promise<Date> {
  const limits = SystemLimits.catch(SystemLimits.parse({})).parse((await readSetting(tx, LIMITS_KEY)) ?? {});
  const minutes = hook.kind === 'permission_asked' ? limits.permissionMinutes : limits.questionMinutes;
  return new Date(tx.now.getTime() + minutes * 60_000);
}

function describe(id: string, agent: Agent, hook: Question, deadline: Date): NewEscalation {
  if (agent.projectId === null) {
    throw new FactoryError('WRONG_STATE', `${agent.tmuxName} has no project.`, 'It cannot ask anything.');
  }
  const common = {
    id,
    projectId: agent.projectId,
    taskId: agent.taskId,
    agentId: agent.id,
    deadline,
  };
  if (hook.kind === 'permission_asked') {
    return {
      ...common,
      kind: 'PERMISSION',
      title: titleOfPermission(agent.tmuxName, hook),
      body: hook.detail.slice(0, 50_000),
      options: [
        { value: 'allow', label: 'Allow' },
        { value: 'deny', label: 'Deny' },
      ],
      defaultTo: 'deny',
    };
  }
  const [first, ...more] = hook.questions;
  const choices = more.length === 0 && first !== undefined && !first.multiple ? first.options : [];
  return {
    ...common,
    kind: 'QUESTION',
    title: `${agent.tmuxName} asks: ${oneLine(first?.question ?? '')}`.slice(0, 200),
    body: hook.questions.map(write).join('\n\n'),
    options:
      choices.length === 0
        ? []
        : [
            ...choices.map(({ label }) => ({ value: label, label })),
            { value: OTHER_ANSWER, label: 'Something else' },
          ],
    defaultTo: '',
  };
}

function write(question: Extract<Question, { kind: 'question_asked' }>['questions'][number]): string {
  const options = question.options.map(({ label, description }) =>
    description === '' ? `- ${label}` : `- ${label}: ${description}`,
  );
  return [question.question, ...options].join('\n');
}

function answerOf(asked: Escalation, hook: Question): HookAnswer {
  if (asked.state === 'OPEN') return { kind: 'pending' };
  const note = asked.note?.trim() ?? '';
  if (asked.state !== 'ANSWERED') {
    const message =
      hook.kind === 'permission_asked'
        ? 'Nobody allowed this in time, so the answer is no. Find another way, or report that you are blocked.'
        : 'Nobody answered in time. Take the safest choice yourself, log it with system.log_decision, and go on.';
    return { kind: 'decision', allow: false, message };
  }
  if (hook.kind === 'permission_asked') {
    const allow = asked.answer === 'allow';
    const message = note === '' ? (allow ? 'The human allowed it.' : 'The human said no.') : note;
    return { kind: 'decision', allow, message };
  }
  const chosen = asked.answer === OTHER_ANSWER ? '' : (asked.answer ?? '');
  const words = [chosen, note].filter((part) => part !== '').join('. ') || 'No preference.';
  return {
    kind: 'replies',
    replies: Object.fromEntries(hook.questions.map(({ question }) => [question, words])),
  };
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
