import type { Db } from '../store/store';

export type ExportedRow = { model: string; row: unknown };

const PAGE = 500;

/**
 * Every row that tells the story of the work, a page at a time, oldest first. Tokens are not in it: only their
 * hashes are stored, and those are left out too.
 */
export async function* readEverything(db: Db): AsyncGenerator<ExportedRow> {
  const { client } = db;
  const order = [{ createdAt: 'asc' as const }, { id: 'asc' as const }];
  const readers: [string, (page: { skip: number; take: number }) => Promise<unknown[]>][] = [
    ['project', (page) => client.project.findMany({ orderBy: order, ...page })],
    ['task', (page) => client.task.findMany({ orderBy: order, include: { dependencies: true }, ...page })],
    ['agent', (page) => client.agent.findMany({ orderBy: order, omit: { tokenHash: true }, ...page })],
    [
      'session',
      (page) => client.session.findMany({ orderBy: [{ startedAt: 'asc' }, { id: 'asc' }], ...page }),
    ],
    [
      'execution',
      (page) => client.execution.findMany({ orderBy: [{ queuedAt: 'asc' }, { id: 'asc' }], ...page }),
    ],
    ['delivery', (page) => client.delivery.findMany({ orderBy: order, ...page })],
    ['mail', (page) => client.mail.findMany({ orderBy: order, ...page })],
    [
      'pull_request',
      (page) =>
        client.pullRequest.findMany({
          orderBy: order,
          include: { reviews: true, comments: true, checks: true },
          ...page,
        }),
    ],
    ['merge_request', (page) => client.mergeRequest.findMany({ orderBy: order, ...page })],
    ['decision', (page) => client.decision.findMany({ orderBy: order, ...page })],
    ['escalation', (page) => client.escalation.findMany({ orderBy: order, ...page })],
    ['tool_call', (page) => client.toolCall.findMany({ orderBy: order, ...page })],
    ['event', (page) => client.event.findMany({ orderBy: { seq: 'asc' }, ...page })],
  ];
  for (const [model, read] of readers) {
    for (let skip = 0; ; skip += PAGE) {
      const rows = await read({ skip, take: PAGE });
      for (const row of rows) yield { model, row };
      if (rows.length < PAGE) break;
    }
  }
}
