import type { MergeJournal } from './journal';

type Waiting = { id: string; batchId: string | null; journal: MergeJournal };

/** Who is tried next, of those in line: the half of a red batch that stands in front, or else up to `size` newcomers. */
export function chooseBatch<T extends Waiting>(line: readonly T[], size: number): T[] {
  const front = line[0];
  if (front === undefined) return [];
  if (front.batchId !== null) return line.filter(({ batchId }) => batchId === front.batchId);
  return line.filter(({ batchId }) => batchId === null).slice(0, size);
}

/** A red batch as two halves. The first is tried alone, so that what is good in it lands. */
export function splitBatch<T>(batch: readonly T[]): [T[], T[]] {
  const middle = Math.ceil(batch.length / 2);
  return [batch.slice(0, middle), batch.slice(middle)];
}

export type Verdict = 'run' | 'green' | 'red';

/**
 * What the runs so far mean. A red run is believed at the second time, so that a flaky test sends nobody back; halves
 * of a batch that was red twice are believed at once, until one member stands alone.
 */
export function judgeRuns(journal: MergeJournal, members: number): Verdict {
  const runs = journal.runs ?? [];
  const last = runs.at(-1);
  if (last === 'passed' || last === 'needless' || last === 'excused') return 'green';
  const patience = journal.split === true && members > 1 ? 1 : 2;
  return runs.length < patience ? 'run' : 'red';
}
