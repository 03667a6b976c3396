import { styleText } from 'node:util';
import type { Column, Placement } from '@/backend/domain/task/board';

type Colour = 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan' | 'gray' | 'bold';

const STATE_COLOURS: Readonly<Record<string, Colour>> = {
  COMPLETED: 'green',
  IN_PROGRESS: 'blue',
  PLANNING: 'blue',
  REVIEW: 'magenta',
  BLOCKED: 'yellow',
  FAILED: 'red',
  CANCELLED: 'gray',
  PENDING: 'gray',
};

const COLUMN_COLOURS: Readonly<Record<Column, Colour>> = {
  queued: 'gray',
  working: 'blue',
  review: 'magenta',
  blocked: 'yellow',
  done: 'green',
};

export function paint(colour: Colour, text: string): string {
  return process.stdout.isTTY && process.env.NO_COLOR === undefined ? styleText(colour, text) : text;
}

export function paintState(state: string): string {
  return paint(STATE_COLOURS[state] ?? 'gray', state.toLowerCase().replace('_', ' '));
}

/** In the words of the pages. */
export function paintCard({ column, words }: Pick<Placement, 'column' | 'words'>): string {
  return paint(COLUMN_COLOURS[column], words);
}

export function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}

/** Words of others: what would be a command to this terminal is shown as a mark. */
export function plain(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]/gu, '\ufffd');
}

export function printJson(value: unknown): void {
  console.log(JSON.stringify(value, null, 2));
}

/** Columns as wide as their widest cell; colour counts for nothing. */
export function printTable(rows: readonly (readonly string[])[]): void {
  const width = (text: string) => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are escape sequences
    return text.replace(/\u001b\[[0-9;]*m/g, '').length;
  };
  const widths = rows.reduce<number[]>(
    (most, row) => row.map((cell, index) => Math.max(most[index] ?? 0, width(cell))),
    [],
  );
  for (const row of rows) {
    const cells = row.map(
      (cell, index) => cell + ' '.repeat(Math.max((widths[index] ?? 0) - width(cell), 0)),
    );
    console.log(cells.join('  ').trimEnd());
  }
}

export function ago(date: Date, now: Date): string {
  const seconds = Math.max(Math.round((now.getTime() - date.getTime()) / 1000), 0);
  if (seconds < 60) return `${seconds} s ago`;
  if (seconds < 3600) return `${Math.round(seconds / 60)} min ago`;
  return seconds < 86_400 ? `${Math.round(seconds / 3600)} h ago` : `${Math.round(seconds / 86_400)} d ago`;
}
