import type { TaskState } from './task';

/** Titles of subtasks that ended without being merged. `total` counts as progress does: without what was cancelled. */
export type LeftOut = { total: number; failed: string[]; cancelled: string[] };

const MOST_NAMES = 5;

export function findLeftOut(
  subtasks: readonly {
    title: string;
    state: TaskState;
    /** Taken out of the plan by the reader, who need not be told of it. */
    dropped?: boolean;
  }[],
): LeftOut {
  const titles = (state: TaskState) =>
    subtasks.filter((task) => task.state === state && task.dropped !== true).map(({ title }) => title);
  return {
    total: subtasks.filter(({ state }) => state !== 'CANCELLED').length,
    failed: titles('FAILED'),
    cancelled: titles('CANCELLED'),
  };
}

/** What a final pull request lacks, in plain words; null when everything that was planned is in it. */
export function describeLeftOut({ total, failed, cancelled }: LeftOut): string | null {
  const count = failed.length + cancelled.length;
  if (count === 0) return null;
  const parts = [
    failed.length === 0 ? [] : [`${failed.length} of ${noun(total)} failed: ${name(failed)}`],
    cancelled.length === 0
      ? []
      : [
          `${failed.length === 0 ? noun(cancelled.length) : cancelled.length} ${cancelled.length === 1 ? 'was' : 'were'} cancelled: ${name(cancelled)}`,
        ],
  ].flat();
  return `${parts.join('; ')}. ${count === 1 ? 'It is' : 'They are'} not in this.`;
}

function noun(count: number): string {
  return `${count} ${count === 1 ? 'subtask' : 'subtasks'}`;
}

function name(titles: readonly string[]): string {
  const more = titles.length - MOST_NAMES;
  const named = titles.slice(0, MOST_NAMES).map((title) => `“${title}”`);
  return `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
