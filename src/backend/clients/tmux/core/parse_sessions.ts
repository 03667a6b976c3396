import { constants } from 'node:os';
import { z } from 'zod';
import { FactoryError } from '@/backend/domain/errors';

/** In tmux's words. `q:` puts a backslash before every `|`, so the separator cannot be forged by a title. */
const FIELDS = {
  sessionId: 'session_id',
  name: 'q:session_name',
  marker: 'q:@factory',
  active: '?#{&&:#{window_active},#{pane_active}},1,0',
  panePid: 'pane_pid',
  paneDead: 'pane_dead',
  exitStatus: 'pane_dead_status',
  exitSignal: 'q:pane_dead_signal',
  createdAt: 'session_created',
  lastOutputAt: 'window_activity',
  modes: 'pane_in_mode',
  cols: 'pane_width',
  rows: 'pane_height',
  historyLines: 'history_size',
  attachedClients: 'session_attached',
  command: 'q:pane_current_command',
  title: 'q:pane_title',
  cwd: 'q:pane_current_path',
  serverPid: 'pid',
} as const;

export const PANE_FORMAT = `${Object.values(FIELDS)
  .map((field) => `#{${field}}`)
  .join('|')}|`;

const number = z.string().regex(/^\d+$/).transform(Number);
const numberOrNothing = z
  .string()
  .regex(/^\d*$/)
  .transform((text) => (text === '' ? null : Number(text)));
const flag = z.string().transform((text) => text !== '' && text !== '0');
const seconds = number.transform((at) => new Date(at * 1000));

const PaneRow = z.object({
  sessionId: z.string(),
  name: z.string(),
  marker: z.string().transform((text) => (text === '' ? null : text)),
  active: flag,
  panePid: number,
  paneDead: flag,
  exitStatus: numberOrNothing,
  exitSignal: z.string().transform(signalName),
  createdAt: seconds,
  lastOutputAt: seconds,
  modes: flag,
  cols: number,
  rows: number,
  historyLines: number,
  attachedClients: number,
  command: z.string(),
  title: z.string(),
  cwd: z.string(),
  serverPid: number,
});
export type PaneRow = z.infer<typeof PaneRow>;

/** One row per session: the pane that a viewer would see. */
export function parseSessions(output: string): PaneRow[] {
  const bySession = new Map<string, PaneRow>();
  for (const fields of splitRecords(output, Object.keys(FIELDS).length)) {
    const parsed = PaneRow.safeParse(
      Object.fromEntries(Object.keys(FIELDS).map((key, index) => [key, fields[index]])),
    );
    if (!parsed.success) {
      throw new FactoryError(
        'INTERNAL',
        `The list of sessions from tmux could not be read: ${parsed.error.issues[0]?.message} in ${JSON.stringify(fields).slice(0, 300)}.`,
        'Report this with the output of tmux -V.',
      );
    }
    const row = parsed.data;
    if (row.active || !bySession.has(row.sessionId)) bySession.set(row.sessionId, row);
  }
  return [...bySession.values()];
}

/** Not by lines: the path of a folder may hold a newline. */
function splitRecords(output: string, width: number): string[][] {
  const records: string[][] = [];
  let fields: string[] = [];
  let field = '';
  for (let at = 0; at < output.length; at += 1) {
    const char = output[at] ?? '';
    if (char === '\\') {
      at += 1;
      field += output[at] ?? '';
    } else if (char !== '|') field += char;
    else {
      fields.push(field);
      field = '';
      if (fields.length === width) {
        records.push(fields);
        fields = [];
        at += 1;
      }
    }
  }
  return records;
}

/** tmux writes `KILL`, or 9 where it was built without the names of signals. */
function signalName(text: string): string | null {
  if (text === '') return null;
  const known = Object.entries(constants.signals).find(([, number]) => number === Number(text));
  if (known) return known[0];
  return text.toUpperCase().startsWith('SIG') ? text.toUpperCase() : `SIG${text.toUpperCase()}`;
}
