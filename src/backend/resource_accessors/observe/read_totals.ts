import {
  AttemptState,
  DeliveryState,
  ExecutionState,
  MergeRequestState,
  TaskState,
  TurnState,
} from '../generated/client';
import type { Db } from '../store/store';

/** Every state that each of the counts below may name, whether there is anything in it or not. */
export const COUNTED_STATES = {
  tasks: Object.keys(TaskState),
  agents: Object.keys(ExecutionState),
  sessions: Object.keys(TurnState),
  deliveries: Object.keys(DeliveryState),
  executions: Object.keys(AttemptState),
  merges: Object.keys(MergeRequestState),
};

export type Totals = {
  tasks: Record<string, number>;
  agents: Record<string, number>;
  /** Open sessions by what their agent is doing. */
  sessions: Record<string, number>;
  deliveries: Record<string, number>;
  executions: Record<string, number>;
  merges: Record<string, number>;
  usage: {
    inputTokens: number;
    outputTokens: number;
    cacheReadTokens: number;
    cacheWriteTokens: number;
    costUsd: number;
  };
};

/** How much there is of everything, counted by the database. */
export async function readTotals(db: Db): Promise<Totals> {
  const count = { _count: { _all: true } } as const;
  const [tasks, agents, sessions, deliveries, executions, merges, usage] = await Promise.all([
    db.client.task.groupBy({ by: ['state'], where: { deletedAt: null }, ...count }),
    db.client.agent.groupBy({ by: ['executionState'], where: { retiredAt: null }, ...count }),
    db.client.session.groupBy({ by: ['turnState'], where: { endedAt: null }, ...count }),
    db.client.delivery.groupBy({ by: ['state'], ...count }),
    db.client.execution.groupBy({ by: ['state'], ...count }),
    db.client.mergeRequest.groupBy({ by: ['state'], ...count }),
    db.client.session.aggregate({
      _sum: {
        inputTokens: true,
        outputTokens: true,
        cacheReadTokens: true,
        cacheWriteTokens: true,
        costUsd: true,
      },
    }),
  ]);
  const sum = usage._sum;
  return {
    tasks: table(tasks.map((row) => [row.state, row._count._all])),
    agents: table(agents.map((row) => [row.executionState, row._count._all])),
    sessions: table(sessions.map((row) => [row.turnState, row._count._all])),
    deliveries: table(deliveries.map((row) => [row.state, row._count._all])),
    executions: table(executions.map((row) => [row.state, row._count._all])),
    merges: table(merges.map((row) => [row.state, row._count._all])),
    usage: {
      inputTokens: sum.inputTokens ?? 0,
      outputTokens: sum.outputTokens ?? 0,
      cacheReadTokens: sum.cacheReadTokens ?? 0,
      cacheWriteTokens: sum.cacheWriteTokens ?? 0,
      costUsd: sum.costUsd ?? 0,
    },
  };
}

function table(rows: [string, number][]): Record<string, number> {
  return Object.fromEntries(rows);
}
