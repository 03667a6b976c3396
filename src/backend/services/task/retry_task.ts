import { FactoryError } from '@/backend/domain/errors';
import { TERMINAL_STATES } from '@/backend/domain/task/transitions';
import { listAgents, updateAgent } from '@/backend/resource_accessors/agent.accessor';
import { takeBackConditions } from '@/backend/resource_accessors/condition.accessor';
import { createDecision } from '@/backend/resource_accessors/decision.accessor';
import { listExecutions } from '@/backend/resource_accessors/execution.accessor';
import type { Tx } from '@/backend/resource_accessors/store/store';
import {
  getTask,
  idsOf,
  noteRetry,
  setTaskPaused,
  type Task,
  transitionTask,
} from '@/backend/resource_accessors/task.accessor';
import type { Deps } from '../deps';
import { postMail } from '../mail/post_mail';
import { type Actor, type Judge, requireJudge } from '../review/actor';
import { refuseOver } from './refuse_over';

const FORGIVEN = ['CrashLoop', 'TimedOut', 'Stalled', 'ProviderUnavailable', 'UsageLimit'] as const;

/** What failed so often will fail again; by then a person should look, or the work be cut differently. */
const MOST_ATTEMPTS = 4;

/** Tries again what failed or got stuck: crashes are forgiven, waits are cut short, the same agent goes on. */
export function retryTask(
  deps: Pick<Deps, 'store' | 'newId'>,
  input: { taskId: string; note?: string; actor?: Actor },
): Promise<Task> {
  const note = input.note?.trim() ?? '';
  return deps.store.write(async (tx) => {
    const judge = await requireJudge(tx, input.actor ?? { kind: 'human' }, input.taskId);
    const { task } = judge;
    const epic = task.parentId === null ? null : await getTask(tx, task.parentId);
    if (TERMINAL_STATES.includes(task.state)) throw refuseOver(task, 'retried');
    if (epic && TERMINAL_STATES.includes(epic.state)) throw refuseOver(epic, 'worked on any more');
    if (judge.as === 'supervisor') await account(tx, deps, judge, note);
    await forgive(tx, task);
    await restart(tx, judge);
    await tellAgents(tx, deps, judge, note);
    await noteRetry(tx, task.id);
    return setTaskPaused(tx, task.id, false);
  });
}

/** A model retries what has stopped, a few times, and not what a person holds. */
async function account(
  tx: Tx,
  deps: Pick<Deps, 'newId'>,
  { task, party }: Judge,
  note: string,
): Promise<void> {
  const { id, title, state } = task;
  if (state !== 'FAILED' && state !== 'BLOCKED') {
    throw new FactoryError(
      'WRONG_STATE',
      `“${title}” is ${state}; only what is FAILED or BLOCKED is retried.`,
      'Write to its worker with mail.send, or wait for it.',
      { data: { state } },
    );
  }
  if (task.pausedAt !== null) {
    throw new FactoryError(
      'WRONG_STATE',
      `The human holds “${title}”.`,
      'Go on with the others; ask the human with mail.send if you need it.',
    );
  }
  const attempts = (await listExecutions(tx, { taskIds: [id] })).length;
  if (attempts >= MOST_ATTEMPTS) {
    throw new FactoryError(
      'LIMIT_REACHED',
      `“${title}” was tried ${attempts} times.`,
      'Cut the work differently with task.create and give this one up with task.cancel, or ask the human with mail.send.',
      { data: { attempts } },
    );
  }
  await createDecision(tx, {
    id: deps.newId(),
    projectId: task.projectId,
    taskId: id,
    agentId: party.agentId,
    decision: `Retried “${title}”`,
    reasoning: note,
    context: { from: state, because: task.stateReason },
  });
}

async function restart(tx: Tx, { task, as: actor }: Judge): Promise<void> {
  const { id, state } = task;
  if (state !== 'FAILED' && state !== 'BLOCKED') return;
  const to = state === 'FAILED' && task.parentId !== null ? 'PENDING' : 'IN_PROGRESS';
  await transitionTask(tx, { id, to, actor, reason: 'retried', expected: state });
}

async function forgive(tx: Tx, task: Task): Promise<void> {
  const agents = await listAgents(tx, { taskIds: [task.id], live: true });
  for (const agent of agents) {
    await updateAgent(tx, agent.id, { crashesForgivenAt: tx.now, parkedUntil: null });
  }
  const subjectIds = [task.id, ...agents.map((agent) => agent.id)];
  const words = { reason: 'retried', message: 'Someone asked for another try.' };
  await takeBackConditions(tx, { subjectIds, types: FORGIVEN, ...words }, idsOf(task));
}

/** A conversation that is gone on with waits for input, so it has to be told that it goes on. */
async function tellAgents(
  tx: Tx,
  deps: Pick<Deps, 'newId'>,
  { task, sender }: Judge,
  note: string,
): Promise<void> {
  for (const agent of await listAgents(tx, { taskIds: [task.id], live: true })) {
    await postMail(tx, deps.newId, {
      projectId: task.projectId,
      taskId: task.id,
      kind: 'recovery',
      from: note === '' ? { party: 'SYSTEM' } : sender,
      to: { party: 'AGENT', agentId: agent.id },
      subject: `Try “${task.title}” again`,
      body: [
        note,
        `The task was ${task.state}${task.stateReason ? ` (${task.stateReason})` : ''} and is tried again.`,
        'Your worktree and its commits are as you left them. Look at where you were, then go on.',
      ]
        .filter((line) => line !== '')
        .join('\n\n'),
    });
  }
}
