import { z } from 'zod';
import { EventKind, PASSING_KINDS } from '@/shared/event';
import type { Prisma } from '../generated/client';
import type { Db } from '../store/store';

export type TimelineEntry = {
  seq: number;
  kind: EventKind;
  at: Date;
  taskId: string | null;
  taskTitle: string | null;
  agentName: string | null;
  payload: Record<string, unknown>;
};

const Payload = z.record(z.string(), z.unknown());

/** The newest events of a task, an epic with its subtasks, or an agent; older ones before `beforeSeq`. */
export async function readTimeline(
  db: Db,
  filter: {
    taskId?: string | undefined;
    epicId?: string | undefined;
    beforeSeq?: number | undefined;
    limit: number;
  },
): Promise<TimelineEntry[]> {
  const where: Prisma.EventWhereInput = {
    kind: { notIn: [...PASSING_KINDS] },
    ...(filter.taskId === undefined ? {} : { taskId: filter.taskId }),
    ...(filter.epicId === undefined ? {} : { epicId: filter.epicId }),
    ...(filter.beforeSeq === undefined ? {} : { seq: { lt: filter.beforeSeq } }),
  };
  const rows = await db.client.event.findMany({ where, orderBy: { seq: 'desc' }, take: filter.limit });
  const [tasks, agents] = await Promise.all([
    db.client.task.findMany({
      where: { id: { in: ids(rows, 'taskId') } },
      select: { id: true, title: true },
    }),
    db.client.agent.findMany({
      where: { id: { in: ids(rows, 'agentId') } },
      select: { id: true, tmuxName: true },
    }),
  ]);
  const titles = new Map(tasks.map((task) => [task.id, task.title]));
  const names = new Map(agents.map((agent) => [agent.id, agent.tmuxName]));
  return rows.map((row) => ({
    seq: row.seq,
    kind: EventKind.parse(row.kind),
    at: row.at,
    taskId: row.taskId,
    taskTitle: titles.get(row.taskId ?? '') ?? null,
    agentName: names.get(row.agentId ?? '') ?? null,
    payload: Payload.parse(row.payload),
  }));
}

function ids(
  rows: readonly { taskId: string | null; agentId: string | null }[],
  of: 'taskId' | 'agentId',
): string[] {
  return [...new Set(rows.map((row) => row[of]).filter((id) => id !== null))];
}
