import { z } from 'zod';
import { FactoryError } from '@/backend/domain/errors';
import { paneTarget, sessionTarget } from './core/check_input';
import { requireLive } from './core/require_live';
import type { Tmux } from './core/tmux';
import type { TypingView } from './tmux_client';

const Cursor = z.object({ column: z.coerce.number().int(), row: z.coerce.number().int() });

/** Screen, cursor and who has typed, in one call: between two of them a person would go on typing. */
export async function viewForTyping(
  tmux: Tmux,
  input: { name: string; leaveModes: boolean },
): Promise<TypingView> {
  await requireLive(tmux, input.name);
  const target = paneTarget(input.name);
  const printed = await tmux.call({
    args: [
      ...(input.leaveModes ? ['copy-mode', '-q', '-t', target, ';'] : []),
      ...['display-message', '-p', '-t', target, '#{cursor_x} #{cursor_y}', ';'],
      ...[
        'list-clients',
        '-t',
        sessionTarget(input.name),
        '-F',
        '#{client_readonly} #{client_activity}',
        ';',
      ],
      ...['display-message', '-p', '', ';'],
      ...['capture-pane', '-p', '-t', target],
    ],
  });
  const [place = '', ...rest] = printed.split('\n');
  const [column, row] = place.split(' ');
  const cursor = Cursor.safeParse({ column, row });
  if (!cursor.success) {
    throw new FactoryError(
      'INTERNAL',
      `tmux described its cursor as "${place.slice(0, 80)}".`,
      'Report this with the output of tmux -V.',
    );
  }
  const end = rest.indexOf('');
  return { lines: rest.slice(end + 1), cursor: cursor.data, lastKeyAt: lastKeyOf(rest.slice(0, end)) };
}

/** A reader's keys go nowhere. */
function lastKeyOf(clients: readonly string[]): Date | null {
  const times = clients.flatMap((client) => {
    const [readOnly, at] = client.split(' ');
    return readOnly === '0' ? [Number(at)] : [];
  });
  return times.length === 0 ? null : new Date(Math.max(...times) * 1000);
}
