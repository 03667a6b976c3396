import { type Placement, placeTask } from '@/backend/domain/task/board';
import { isDropped } from '@/backend/domain/task/dropped';
import { TERMINAL_STATES } from '@/backend/domain/task/transitions';
import type { ExecutionState, TurnState } from '@/shared/agent';
import { type Activity, describeTool } from '@/shared/describe_tool';
import type { PlanApproval, TaskState } from '@/shared/task';
import type { CheckState, MergeRequestState, Prisma, PullRequestState, Role } from '../generated/client';
import type { Db } from '../store/store';
import { readRests } from './read_rests';

/** The agent that has a task in hand, and what it is doing. */
export type CardAgent = {
  id: string;
  name: string;
  role: Role;
  executionState: ExecutionState;
  sessionId: string | null;
  turn: TurnState | null;
  /** Its last tool call in words, while it is busy. */
  doing: Activity | null;
};

export type CardPullRequest = {
  number: number;
  state: PullRequestState;
  additions: number;
  deletions: number;
  changedFiles: number;
  commits: number;
  /** What its tests said about the newest head. */
  check: CheckState | null;
};

/** A task as lists, the board and the graph show it. */
export type Card = Placement & {
  id: string;
  projectId: string;
  parentId: string | null;
  title: string;
  state: TaskState;
  stateReason: string | null;
  stateSince: Date;
  priority: number;
  position: number;
  quick: boolean;
  paused: boolean;
  /** Taken out of the plan before it was approved. */
  dropped: boolean;
  planApproval: PlanApproval;
  agent: CardAgent | null;
  pullRequest: CardPullRequest | null;
  merge: MergeRequestState | null;
  dependsOn: string[];
  subtasks: { total: number; done: number };
  costUsd: number;
  tokens: number;
};

export type CardFilter = { projectId: string } | { epicId: string } | { taskId: string };

const QUEUED: MergeRequestState[] = ['QUEUED', 'LANDING'];

/** Every task the filter names with what belongs to it. One query a table, joined here: a board has thousands. */
export async function readCards(db: Db, filter: CardFilter): Promise<Card[]> {
  const where = { deletedAt: null, ...taskWhere(filter) };
  const ofTask = { task: { is: where } };
  const [tasks, edges, agents, spent, pulls, merges, questions, rests] = await Promise.all([
    db.client.task.findMany({ where, select: TASK, orderBy: [{ priority: 'desc' }, { position: 'asc' }] }),
    db.client.taskDependency.findMany({
      where: ofTask,
      select: { taskId: true, dependsOnId: true, dependsOn: { select: { state: true } } },
    }),
    db.client.agent.findMany({ where: { ...ofTask, retiredAt: null }, select: AGENT }),
    readSpent(db, ofTask),
    db.client.pullRequest.findMany({ where: ofTask, select: PULL, orderBy: { createdAt: 'asc' } }),
    db.client.mergeRequest.findMany({
      where: { ...ofTask, state: { in: QUEUED } },
      select: { taskId: true, state: true },
    }),
    db.client.escalation.findMany({ where: { ...ofTask, state: 'OPEN' }, select: { taskId: true } }),
    readRests(db),
  ]);
  const agentOf = new Map(agents.map((agent) => [agent.taskId, toAgent(agent)]));
  const pullOf = new Map(pulls.map((pull) => [pull.taskId, toPull(pull)]));
  const mergeOf = new Map(merges.map((merge) => [merge.taskId, merge.state]));
  const asked = new Set(questions.map((question) => question.taskId));
  const edgesOf = new Map<string, typeof edges>();
  for (const edge of edges) edgesOf.set(edge.taskId, [...(edgesOf.get(edge.taskId) ?? []), edge]);

  return tasks.map((task) => {
    const waits = edgesOf.get(task.id) ?? [];
    const merge = mergeOf.get(task.id) ?? null;
    const { parent, subtasks, pausedAt, ...row } = task;
    const paused = pausedAt !== null || (parent !== null && parent.pausedAt !== null);
    return {
      ...row,
      ...placeTask({
        state: task.state,
        isEpic: task.parentId === null,
        quick: task.quick,
        paused,
        planApproval: planOf(task),
        waitsForOthers: waits.some((edge) => edge.dependsOn.state !== 'COMPLETED'),
        inMergeQueue: merge !== null,
        hasOpenQuestion: asked.has(task.id),
        rests: rests.get(agentOf.get(task.id)?.id ?? '') ?? null,
        epicIsOver: parent !== null && TERMINAL_STATES.includes(parent.state),
      }),
      paused,
      dropped: isDropped(task),
      agent: agentOf.get(task.id) ?? null,
      pullRequest: pullOf.get(task.id) ?? null,
      merge,
      dependsOn: waits.map((edge) => edge.dependsOnId),
      subtasks: {
        // What was dropped will not be merged any more.
        total: subtasks.filter((subtask) => subtask.state !== 'CANCELLED').length,
        done: subtasks.filter((subtask) => subtask.state === 'COMPLETED').length,
      },
      costUsd: spent.get(task.id)?.costUsd ?? 0,
      tokens: spent.get(task.id)?.tokens ?? 0,
    };
  });
}

/** What the agents of each task have used so far, retired ones too. */
async function readSpent(
  db: Db,
  ofTask: { task: { is: Prisma.TaskWhereInput } },
): Promise<Map<string, { costUsd: number; tokens: number }>> {
  const [agents, sums] = await Promise.all([
    db.client.agent.findMany({ where: ofTask, select: { id: true, taskId: true } }),
    db.client.session.groupBy({
      by: ['agentId'],
      where: { agent: { is: ofTask } },
      _sum: { costUsd: true, inputTokens: true, outputTokens: true },
    }),
  ]);
  const taskOf = new Map(agents.map((agent) => [agent.id, agent.taskId]));
  const spent = new Map<string, { costUsd: number; tokens: number }>();
  for (const { agentId, _sum } of sums) {
    const taskId = taskOf.get(agentId) ?? '';
    const before = spent.get(taskId) ?? { costUsd: 0, tokens: 0 };
    spent.set(taskId, {
      costUsd: before.costUsd + (_sum.costUsd ?? 0),
      tokens: before.tokens + (_sum.inputTokens ?? 0) + (_sum.outputTokens ?? 0),
    });
  }
  return spent;
}

function taskWhere(filter: CardFilter): Prisma.TaskWhereInput {
  if ('projectId' in filter) return { projectId: filter.projectId };
  if ('epicId' in filter) return { OR: [{ id: filter.epicId }, { parentId: filter.epicId }] };
  return { id: filter.taskId };
}

const TASK = {
  id: true,
  projectId: true,
  parentId: true,
  title: true,
  state: true,
  stateReason: true,
  stateSince: true,
  priority: true,
  position: true,
  quick: true,
  planApproval: true,
  pausedAt: true,
  parent: { select: { state: true, pausedAt: true, planApproval: true } },
  subtasks: { where: { deletedAt: null }, select: { state: true } },
} satisfies Prisma.TaskSelect;

const AGENT = {
  id: true,
  taskId: true,
  role: true,
  tmuxName: true,
  executionState: true,
  sessions: {
    where: { endedAt: null },
    orderBy: { ordinal: 'desc' },
    take: 1,
    select: { id: true, turnState: true, lastToolName: true, lastToolSummary: true },
  },
} satisfies Prisma.AgentSelect;

const PULL = {
  taskId: true,
  number: true,
  state: true,
  additions: true,
  deletions: true,
  changedFiles: true,
  commits: true,
  headSha: true,
  checks: { select: { sha: true, state: true } },
} satisfies Prisma.PullRequestSelect;

function planOf(task: Prisma.TaskGetPayload<{ select: typeof TASK }>): PlanApproval {
  if (task.parent !== null) return task.parent.planApproval;
  // Until the supervisor has written a breakdown there is nothing to approve.
  return task.subtasks.length === 0 ? 'NOT_ASKED' : task.planApproval;
}

function toAgent(row: Prisma.AgentGetPayload<{ select: typeof AGENT }>): CardAgent {
  const session = row.sessions[0];
  return {
    id: row.id,
    name: row.tmuxName,
    role: row.role,
    executionState: row.executionState,
    sessionId: session?.id ?? null,
    turn: session?.turnState ?? null,
    doing: session?.turnState === 'BUSY' ? describeTool(session.lastToolName, session.lastToolSummary) : null,
  };
}

function toPull(row: Prisma.PullRequestGetPayload<{ select: typeof PULL }>): CardPullRequest {
  const { taskId: _, checks, headSha, ...pull } = row;
  const states = checks.filter((check) => check.sha === headSha).map((check) => check.state);
  return { ...pull, check: worst(states) };
}

function worst(states: readonly CheckState[]): CheckState | null {
  const order: CheckState[] = ['FAILED', 'PENDING', 'PASSED', 'SKIPPED'];
  return order.find((state) => states.includes(state)) ?? null;
}
