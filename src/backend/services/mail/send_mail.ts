import { FactoryError } from '@/backend/domain/errors';
import { isEnded } from '@/backend/domain/task/transitions';
import { type Agent, findLiveAgent, getAgent } from '@/backend/resource_accessors/agent.accessor';
import type { Mail } from '@/backend/resource_accessors/mail.accessor';
import { getProject } from '@/backend/resource_accessors/project.accessor';
import type { Db } from '@/backend/resource_accessors/store/store';
import { getTask, type Task } from '@/backend/resource_accessors/task.accessor';
import { type Caller, loadCaller } from '../agent/load_caller';
import { reachSubtask } from '../agent/reach_task';
import type { Deps } from '../deps';
import { postMail, type Recipient } from './post_mail';

export type SentMail = { mail: Mail; toName: string; note: string | null };

/** An agent writes to its supervisor, to the worker of one of its subtasks, or to the human. */
export async function sendMail(
  deps: Pick<Deps, 'store' | 'newId'>,
  input: { agentId: string; to: string; subject: string; body: string },
): Promise<SentMail> {
  return deps.store.write(async (tx) => {
    const caller = await loadCaller(tx, input.agentId);
    const { recipient, toName, taskId, note } = await addressOf(tx, caller, input.to);
    const mail = await postMail(tx, deps.newId, {
      projectId: caller.project.id,
      taskId,
      kind: 'message',
      from: { party: 'AGENT', agentId: caller.agent.id, name: caller.agent.tmuxName },
      to: recipient,
      subject: input.subject,
      body: input.body,
    });
    return { mail, toName, note };
  });
}

/** The human writes to an agent: to this one, or to whoever works on a task. */
export async function sendHumanMail(
  deps: Pick<Deps, 'store' | 'newId'>,
  input: { to: { agentId: string } | { taskId: string }; subject: string; body: string },
): Promise<Mail> {
  return deps.store.write(async (tx) => {
    const agent = 'agentId' in input.to ? await getAgent(tx, input.to.agentId) : await agentOn(tx, input.to);
    if (agent.retiredAt || agent.taskId === null) throw gone(agent);
    const task = await getTask(tx, agent.taskId);
    return postMail(tx, deps.newId, {
      projectId: (await getProject(tx, task.projectId)).id,
      taskId: task.id,
      kind: 'message',
      from: { party: 'HUMAN' },
      to: { party: 'AGENT', agentId: agent.id },
      subject: input.subject,
      body: input.body,
    });
  });
}

async function agentOn(db: Db, to: { taskId: string }): Promise<Agent> {
  const task = await getTask(db, to.taskId);
  const role = task.parentId === null && !task.quick ? 'SUPERVISOR' : 'WORKER';
  const agent = await findLiveAgent(db, task.id, role);
  if (agent) return agent;
  throw new FactoryError(
    'WRONG_STATE',
    `Nobody works on “${task.title}” ${isEnded(task.state) ? 'any more' : 'yet'}.`,
    isEnded(task.state)
      ? 'Write to the supervisor of its epic, or retry the task.'
      : 'Write once it has started.',
  );
}

type Address = { recipient: Recipient; toName: string; taskId: string; note: string | null };

async function addressOf(db: Db, caller: Caller, to: string): Promise<Address> {
  const { agent, task, epic } = caller;
  if (to === 'human') {
    return { recipient: { party: 'HUMAN' }, toName: 'the human', taskId: task.id, note: null };
  }
  if (agent.role === 'SUPERVISOR') {
    if (to === 'supervisor') {
      throw new FactoryError(
        'BAD_INPUT',
        'You are the supervisor yourself.',
        'Write to "human", or to the worker of a subtask by giving the id of that subtask.',
      );
    }
    return toWorker(db, caller, to);
  }
  if (to !== 'supervisor') {
    throw new FactoryError(
      'FORBIDDEN',
      `You may not write to “${to}”.`,
      'A worker writes to "supervisor" or to "human".',
    );
  }
  const supervisor = task.parentId === null ? null : await findLiveAgent(db, epic.id, 'SUPERVISOR');
  if (!supervisor) {
    throw new FactoryError(
      'WRONG_STATE',
      task.parentId === null
        ? 'This task has no supervisor: the human reviews it directly.'
        : 'Your supervisor is out of service.',
      'Write to "human" instead.',
    );
  }
  return {
    recipient: { party: 'AGENT', agentId: supervisor.id },
    toName: `your supervisor, ${supervisor.tmuxName}`,
    taskId: task.id,
    note: null,
  };
}

async function toWorker(db: Db, caller: Caller, taskId: string): Promise<Address> {
  const subtask = await reachSubtask(db, caller, taskId);
  const worker = await findLiveAgent(db, subtask.id, 'WORKER');
  if (!worker) throw noWorker(subtask);
  const note = isEnded(subtask.state)
    ? `“${subtask.title}” is ${subtask.state}: its worker reads this only if the task is retried.`
    : null;
  return {
    recipient: { party: 'AGENT', agentId: worker.id },
    toName: `${worker.tmuxName}, who works on “${subtask.title}”`,
    taskId: subtask.id,
    note,
  };
}

function noWorker(task: Task): FactoryError {
  return isEnded(task.state)
    ? new FactoryError(
        'WRONG_STATE',
        `“${task.title}” is ${task.state} and has no worker any more.`,
        'Create a new subtask if more is to be done.',
      )
    : new FactoryError(
        'WRONG_STATE',
        `“${task.title}” is ${task.state}: its worker has not started yet.`,
        'Write when it is IN_PROGRESS; the worker is given the description when it starts.',
      );
}

function gone(agent: Agent): FactoryError {
  return new FactoryError(
    'WRONG_STATE',
    `${agent.tmuxName} is out of service.`,
    'Write to the agent that works on the task now, or to the supervisor of its epic.',
  );
}
