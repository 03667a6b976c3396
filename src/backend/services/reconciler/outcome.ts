/** How the work on a key ended. A thrown error is a failure: it is tried again, later each time. */
export type Outcome =
  | { kind: 'done' }
  /** Waiting is not failing: nothing is counted. */
  | { kind: 'retryAfter'; ms: number; reason: string }
  /** Trying again would change nothing; only a change of the rows brings the key back. */
  | { kind: 'terminal'; reason: string };

export const DONE: Outcome = { kind: 'done' };

/** The one that has to be heard first: an end beats a wait, the shorter wait beats the longer, a wait beats done. */
export function mergeOutcomes(a: Outcome, b: Outcome): Outcome {
  if (a.kind === 'terminal') return a;
  if (b.kind === 'terminal') return b;
  if (a.kind === 'retryAfter' && b.kind === 'retryAfter') return a.ms <= b.ms ? a : b;
  return a.kind === 'retryAfter' ? a : b;
}
