import { findLiveAgent } from '@/backend/resource_accessors/agent.accessor';
import type { Tx } from '@/backend/resource_accessors/store/store';
import type { Task } from '@/backend/resource_accessors/task.accessor';
import { postMail } from '@/backend/services/mail/post_mail';
import type { MailKind } from '@/shared/mail';
import type { ReconcilerDeps } from '../deps';

export type Telling = { task: Task; kind: MailKind; subject: string; body: string };

/** Mail to whoever answers for a task: the supervisor of a subtask, or the human. */
export async function tellSupervisor(
  tx: Tx,
  deps: Pick<ReconcilerDeps, 'newId'>,
  telling: Telling,
): Promise<void> {
  const { task } = telling;
  const supervisor = task.parentId === null ? null : await findLiveAgent(tx, task.parentId, 'SUPERVISOR');
  await postMail(tx, deps.newId, {
    projectId: task.projectId,
    taskId: task.id,
    kind: telling.kind,
    from: { party: 'SYSTEM' },
    to: supervisor ? { party: 'AGENT', agentId: supervisor.id } : { party: 'HUMAN' },
    subject: telling.subject,
    body: telling.body,
  });
}

export async function tellHuman(
  tx: Tx,
  deps: Pick<ReconcilerDeps, 'newId'>,
  telling: Telling,
): Promise<void> {
  await postMail(tx, deps.newId, {
    projectId: telling.task.projectId,
    taskId: telling.task.id,
    kind: telling.kind,
    from: { party: 'SYSTEM' },
    to: { party: 'HUMAN' },
    subject: telling.subject,
    body: telling.body,
  });
}
