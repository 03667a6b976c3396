import { type Agent, findLiveAgent } from '@/backend/resource_accessors/agent.accessor';
import type { Tx } from '@/backend/resource_accessors/store/store';
import type { Task } from '@/backend/resource_accessors/task.accessor';
import type { MailKind } from '@/shared/mail';
import { postMail, type Sender } from '../mail/post_mail';

type Words = { kind: MailKind; subject: string; body: string; from?: Sender };

/** Mail to whoever does the work of a task: its worker, or the supervisor of an epic. With none, to whoever answers for it. */
export async function tellDoer(tx: Tx, newId: () => string, task: Task, words: Words): Promise<void> {
  const doer =
    (await findLiveAgent(tx, task.id, 'WORKER')) ??
    (await findLiveAgent(tx, task.id, 'SUPERVISOR')) ??
    (await answersFor(tx, task));
  await send(tx, newId, { task, to: doer, words });
}

/** Mail to whoever answers for a task: the supervisor of a subtask, or the human. */
export async function tellOwner(tx: Tx, newId: () => string, task: Task, words: Words): Promise<void> {
  await send(tx, newId, { task, to: await answersFor(tx, task), words });
}

function answersFor(tx: Tx, task: Task): Promise<Agent | null> | null {
  return task.parentId === null ? null : findLiveAgent(tx, task.parentId, 'SUPERVISOR');
}

async function send(
  tx: Tx,
  newId: () => string,
  input: { task: Task; to: Agent | null; words: Words },
): Promise<void> {
  const { task, to, words } = input;
  await postMail(tx, newId, {
    projectId: task.projectId,
    taskId: task.id,
    kind: words.kind,
    from: words.from ?? { party: 'SYSTEM' },
    to: to ? { party: 'AGENT', agentId: to.id } : { party: 'HUMAN' },
    subject: words.subject,
    body: words.body,
  });
}
