import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { exportDecisions } from '@/backend/services/decision/export_decisions';
import type { Deps } from '@/backend/services/deps';
import { ExportDecisions } from '@/shared/decision';
import type { Mount } from '../web/create_listener';
import { sendRefusal } from '../web/refusal';

const TYPES = { jsonl: 'application/x-ndjson; charset=utf-8', csv: 'text/csv; charset=utf-8' } as const;

/** The decision log as a file. */
export function exportMount(deps: Pick<Deps, 'store' | 'clock'>): Mount {
  return {
    prefix: '/api/export/decisions',
    zone: 'owner',
    async handle(req, res, url) {
      const wanted = ExportDecisions.safeParse(Object.fromEntries(url.searchParams));
      if (req.method !== 'GET' || !wanted.success) {
        const what = wanted.success
          ? 'Use GET'
          : (wanted.error.issues[0]?.message ?? 'The address is not right');
        return sendRefusal(
          res,
          {
            status: wanted.success ? 405 : 400,
            message: `${what}.`,
            next: 'Use the export button of the decision log.',
          },
          false,
        );
      }
      const { format, ...filter } = wanted.data;
      const day = deps.clock().toISOString().slice(0, 10);
      res.setHeader('content-type', TYPES[format]);
      res.setHeader('content-disposition', `attachment; filename="decisions-${day}.${format}"`);
      await pour(res, exportDecisions(deps, { filter, format }));
    },
  };
}

/** No faster than the browser takes it. */
async function pour(res: ServerResponse, lines: AsyncIterable<string>): Promise<void> {
  for await (const text of lines) {
    if (res.destroyed) return;
    if (text !== '' && !res.write(text)) await Promise.race([once(res, 'drain'), once(res, 'close')]);
  }
  res.end();
}
