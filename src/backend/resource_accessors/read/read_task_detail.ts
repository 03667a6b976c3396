import type { Rest } from '@/backend/domain/task/board';
import type { Agent, Condition, Execution, PullRequest, Session } from '../generated/client';
import type { Db } from '../store/store';
import { getTask, type Task } from '../task.accessor';
import { OPEN_QUESTION } from './open_question';
import { readRests } from './read_rests';

export type DetailAgent = Pick<
  Agent,
  | 'id'
  | 'role'
  | 'taskId'
  | 'provider'
  | 'model'
  | 'permissionMode'
  | 'desiredExecutionState'
  | 'executionState'
  | 'retiredAt'
> & {
  name: string;
  /** What it waits for the human to say, as the inbox puts it. */
  asks: string | null;
  /** Why it cannot go on for now. */
  rests: Rest | null;
  session: Pick<
    Session,
    | 'id'
    | 'turnState'
    | 'turnSince'
    | 'startedAt'
    | 'endedAt'
    | 'endReason'
    | 'lastToolName'
    | 'lastToolSummary'
    | 'lastAssistantText'
  > | null;
  sessions: number;
  costUsd: number;
  tokens: number;
};

export type DetailPull = Pick<
  PullRequest,
  | 'id'
  | 'taskId'
  | 'number'
  | 'kind'
  | 'state'
  | 'title'
  | 'additions'
  | 'deletions'
  | 'changedFiles'
  | 'commits'
  | 'updatedAt'
  | 'forgeUrl'
>;

export type TaskDetail = {
  task: Task;
  epic: { id: string; title: string } | null;
  agents: DetailAgent[];
  pullRequests: DetailPull[];
  conditions: Condition[];
  executions: Execution[];
};

/** Everything the page of one task, or of an epic with its subtasks, shows beside its cards. */
export async function readTaskDetail(db: Db, taskId: string): Promise<TaskDetail> {
  const task = await getTask(db, taskId);
  const family = { OR: [{ id: taskId }, { parentId: taskId }], deletedAt: null };
  const [epic, agents, pulls, executions, members, rests] = await Promise.all([
    task.parentId === null
      ? null
      : db.client.task.findUnique({ where: { id: task.parentId }, select: { id: true, title: true } }),
    db.client.agent.findMany({
      where: { task: { is: family } },
      include: { sessions: { orderBy: { ordinal: 'desc' } }, escalations: OPEN_QUESTION },
      orderBy: { createdAt: 'asc' },
    }),
    db.client.pullRequest.findMany({ where: { task: { is: family } }, orderBy: { number: 'desc' } }),
    db.client.execution.findMany({ where: { taskId }, orderBy: { attempt: 'desc' } }),
    db.client.task.findMany({ where: family, select: { id: true } }),
    readRests(db),
  ]);
  const subjectIds = [...members.map((member) => member.id), ...agents.map((agent) => agent.id)];
  const conditions = await db.client.condition.findMany({
    where: { subjectId: { in: subjectIds }, status: true },
    orderBy: { since: 'desc' },
  });
  return {
    task,
    epic,
    agents: agents.map(({ sessions, escalations, tmuxName, ...agent }) => ({
      id: agent.id,
      role: agent.role,
      taskId: agent.taskId,
      provider: agent.provider,
      model: agent.model,
      permissionMode: agent.permissionMode,
      desiredExecutionState: agent.desiredExecutionState,
      executionState: agent.executionState,
      retiredAt: agent.retiredAt,
      name: tmuxName,
      asks: escalations[0]?.title ?? null,
      rests: rests.get(agent.id) ?? null,
      session: sessions[0] === undefined ? null : pickSession(sessions[0]),
      sessions: sessions.length,
      costUsd: sessions.reduce((sum, session) => sum + session.costUsd, 0),
      tokens: sessions.reduce((sum, session) => sum + session.inputTokens + session.outputTokens, 0),
    })),
    pullRequests: pulls.map((pull) => ({
      id: pull.id,
      taskId: pull.taskId,
      number: pull.number,
      kind: pull.kind,
      state: pull.state,
      title: pull.title,
      additions: pull.additions,
      deletions: pull.deletions,
      changedFiles: pull.changedFiles,
      commits: pull.commits,
      updatedAt: pull.updatedAt,
      forgeUrl: pull.forgeUrl,
    })),
    conditions,
    executions,
  };
}

function pickSession(session: Session): NonNullable<DetailAgent['session']> {
  const { id, turnState, turnSince, startedAt, endedAt, endReason } = session;
  const { lastToolName, lastToolSummary, lastAssistantText } = session;
  return {
    id,
    turnState,
    turnSince,
    startedAt,
    endedAt,
    endReason,
    lastToolName,
    lastToolSummary,
    lastAssistantText,
  };
}
