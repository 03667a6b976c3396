import { isCrash } from '@/backend/domain/crash/crash';
import type { Rest } from '@/backend/domain/task/board';
import type { TaskState } from '@/shared/task';
import type { Agent, Session } from '../generated/client';
import type { Db } from '../store/store';
import { OPEN_QUESTION } from './open_question';
import { readRests } from './read_rests';

export type AgentRow = Pick<
  Agent,
  | 'id'
  | 'role'
  | 'taskId'
  | 'provider'
  | 'model'
  | 'permissionMode'
  | 'desiredExecutionState'
  | 'executionState'
  | 'parkedUntil'
  | 'retiredAt'
  | 'createdAt'
> & {
  name: string;
  taskTitle: string | null;
  taskState: TaskState | null;
  /** Its task, or the epic of that, is held. */
  paused: boolean;
  /** The task is an epic. */
  ofEpic: boolean;
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
    | 'lastOutputAt'
  > | null;
  sessions: number;
  crashes: number;
  tokens: number;
  costUsd: number;
};

/** Every agent a project had, those in service first, each with its newest session and what it used in all. */
export async function readAgents(db: Db, filter: { projectId: string }): Promise<AgentRow[]> {
  const rows = await db.client.agent.findMany({
    where: { projectId: filter.projectId, OR: [{ task: { is: { deletedAt: null } } }, { taskId: null }] },
    include: {
      task: {
        select: {
          title: true,
          parentId: true,
          state: true,
          pausedAt: true,
          parent: { select: { pausedAt: true } },
        },
      },
      escalations: OPEN_QUESTION,
      sessions: {
        orderBy: { ordinal: 'desc' },
        select: {
          id: true,
          turnState: true,
          turnSince: true,
          startedAt: true,
          endedAt: true,
          endReason: true,
          lastToolName: true,
          lastToolSummary: true,
          lastAssistantText: true,
          lastOutputAt: true,
          inputTokens: true,
          outputTokens: true,
          costUsd: true,
        },
      },
    },
    orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
  });
  const rests = await readRests(db);
  const agents = rows.map(({ task, sessions, escalations, ...row }): AgentRow => {
    const [newest] = sessions;
    const sum = (value: (session: (typeof sessions)[number]) => number) =>
      sessions.reduce((total, session) => total + value(session), 0);
    return {
      id: row.id,
      role: row.role,
      taskId: row.taskId,
      provider: row.provider,
      model: row.model,
      permissionMode: row.permissionMode,
      desiredExecutionState: row.desiredExecutionState,
      executionState: row.executionState,
      parkedUntil: row.parkedUntil,
      retiredAt: row.retiredAt,
      createdAt: row.createdAt,
      name: row.tmuxName,
      taskTitle: task?.title ?? null,
      taskState: task?.state ?? null,
      paused: task !== null && (task.pausedAt !== null || (task.parent?.pausedAt ?? null) !== null),
      ofEpic: task?.parentId === null,
      asks: escalations[0]?.title ?? null,
      rests: rests.get(row.id) ?? null,
      session: newest === undefined ? null : newest,
      sessions: sessions.length,
      crashes: sessions.filter((session) => isCrash(session.endReason)).length,
      tokens: sum((session) => session.inputTokens + session.outputTokens),
      costUsd: sum((session) => session.costUsd),
    };
  });
  return agents.sort((a, b) => Number(a.retiredAt !== null) - Number(b.retiredAt !== null));
}
