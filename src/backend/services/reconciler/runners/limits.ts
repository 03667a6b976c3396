import { desireAgent, findOrchestrator, getAgent } from '@/backend/resource_accessors/agent.accessor';
import { setCondition } from '@/backend/resource_accessors/condition.accessor';
import { createDecision } from '@/backend/resource_accessors/decision.accessor';
import { enqueueDelivery, listUnseen } from '@/backend/resource_accessors/delivery.accessor';
import { endExecution } from '@/backend/resource_accessors/execution.accessor';
import { getTask, idsOf, transitionTask } from '@/backend/resource_accessors/task.accessor';
import { DONE } from '../outcome';
import type { Runner } from './runner';
import { tellHuman, tellSupervisor } from './tell';

export const failTask: Runner<'FAIL_TASK'> = async (deps, action) => {
  const { taskId, agentId, cause, from, reason } = action;
  await deps.store.write(async (tx) => {
    const task = await getTask(tx, taskId);
    if (task.state !== from) return;
    await transitionTask(tx, { id: taskId, to: 'FAILED', actor: 'system', reason, expected: from });
    await endExecution(tx, taskId, { state: cause === 'timeout' ? 'TIMEOUT' : 'FAILED', reason });
    if (agentId !== null) await desireAgent(tx, agentId, 'IDLE');
    const type = cause === 'timeout' ? 'TimedOut' : 'CrashLoop';
    await setCondition(
      tx,
      {
        id: deps.newId(),
        subjectKind: 'TASK',
        subjectId: taskId,
        type,
        status: true,
        reason: cause,
        message: reason,
      },
      idsOf(task),
    );
    const subject = `“${task.title}” failed`;
    const body = `${reason}\n\nIts branch ${task.branchName} and worktree are kept. ${task.parentId === null ? 'Retry it, or cancel it.' : 'If the epic needs it, retry it (task.retry) or cut it differently (task.create); if not, give it up (task.cancel).'}`;
    await tellSupervisor(tx, deps, { task, kind: 'failure', subject, body });
    await deps.ports.notify(tx, {
      fact: `task.failed:${taskId}:${tx.now.toISOString()}`,
      kind: 'task_failed',
      projectId: task.projectId,
      taskId,
      title: subject,
      body: reason,
      forced: true,
    });
    await createDecision(tx, {
      id: deps.newId(),
      projectId: task.projectId,
      taskId,
      agentId: (await findOrchestrator(tx))?.id ?? null,
      decision: `Gave up on “${task.title}” until someone retries it`,
      reasoning: reason,
      context: { cause },
    });
  });
  return DONE;
};

export const nudge: Runner<'NUDGE'> = async (deps, { agentId, about }) => {
  const body = await deps.ports.composeNudge(about);
  await deps.store.write(async (tx) => {
    if ((await listUnseen(tx, agentId)).length > 0) return;
    await enqueueDelivery(tx, { id: deps.newId(), agentId, kind: 'NUDGE', body });
  });
  return DONE;
};

export const stopNudging: Runner<'STOP_NUDGING'> = async (deps, { taskId, agentId, reason }) => {
  await deps.store.write(async (tx) => {
    const task = await getTask(tx, taskId);
    const agent = await getAgent(tx, agentId);
    if (task.state !== 'IN_PROGRESS') return;
    const message = `${agent.tmuxName} stopped working and did not go on when it was reminded.`;
    await setCondition(
      tx,
      {
        id: deps.newId(),
        subjectKind: 'TASK',
        subjectId: taskId,
        type: 'Stalled',
        status: true,
        reason: 'nudges_unanswered',
        message,
      },
      idsOf(task),
    );
    const subject = `“${task.title}” does not go on`;
    const body = `${reason}\n\nLook at its terminal, write to it, or retry the task.`;
    if (task.parentId !== null) {
      const next = `See how its worker stands with agent.get_status, write to it with mail.send (task ${task.id}), or give it up with task.cancel.`;
      await tellSupervisor(tx, deps, { task, kind: 'failure', subject, body: `${reason}\n\n${next}` });
    }
    await tellHuman(tx, deps, { task, kind: 'failure', subject, body });
    await deps.ports.notify(tx, {
      fact: `task.stalled:${taskId}:${tx.now.toISOString()}`,
      kind: 'task_stalled',
      projectId: task.projectId,
      taskId,
      title: subject,
      body: message,
      forced: false,
    });
  });
  return DONE;
};

export const tellDependency: Runner<'TELL_DEPENDENCY'> = async (deps, { taskId, failed }) => {
  await deps.store.write(async (tx) => {
    const task = await getTask(tx, taskId);
    if (task.state !== 'PENDING') return;
    const message = `It waits for “${failed.title}”, which ${failed.state === 'FAILED' ? 'failed' : 'was cancelled'}. Its supervisor was told to retry that one or to give one of them up.`;
    await setCondition(
      tx,
      {
        id: deps.newId(),
        subjectKind: 'TASK',
        subjectId: taskId,
        type: 'DependencyFailed',
        status: true,
        reason: failed.state,
        message,
      },
      idsOf(task),
    );
    await tellSupervisor(tx, deps, {
      task,
      kind: 'failure',
      subject: `“${task.title}” waits in vain`,
      body: `${message} Retry that one (task.retry), or give this one up (task.cancel) and create it anew without the dependency.`,
    });
  });
  return DONE;
};
