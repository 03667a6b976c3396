import { type Agent, agentIds } from './agent.accessor';
import type { Prisma, ToolCall, ToolOutcome } from './generated/client';
import type { Db, Tx } from './store/store';

export type { ToolCall, ToolOutcome };

export type NewToolCall = {
  id: string;
  agent: Pick<Agent, 'id' | 'taskId' | 'projectId'>;
  tool: string;
  input: Prisma.InputJsonObject;
  outcome: ToolOutcome;
  message: string;
  durationMs: number;
};

export async function createToolCall(tx: Tx, { agent, ...input }: NewToolCall): Promise<ToolCall> {
  const row = await tx.client.toolCall.create({
    data: { ...input, agentId: agent.id, taskId: agent.taskId, createdAt: tx.now },
  });
  tx.append({
    kind: 'tool.called',
    ...(await agentIds(tx, agent)),
    payload: { toolCallId: row.id, tool: row.tool, outcome: row.outcome, durationMs: row.durationMs },
  });
  return row;
}

export type ToolCallFilter = {
  agentId?: string;
  taskId?: string;
  outcome?: ToolOutcome;
  limit: number;
  before?: Date;
};

export function listToolCalls(db: Db, filter: ToolCallFilter): Promise<ToolCall[]> {
  return db.client.toolCall.findMany({
    where: {
      ...(filter.agentId === undefined ? {} : { agentId: filter.agentId }),
      ...(filter.taskId === undefined ? {} : { taskId: filter.taskId }),
      ...(filter.outcome === undefined ? {} : { outcome: filter.outcome }),
      ...(filter.before === undefined ? {} : { createdAt: { lt: filter.before } }),
    },
    orderBy: { createdAt: 'desc' },
    take: filter.limit,
  });
}
