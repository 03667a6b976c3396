/**
 * A word in what we post that nobody sees, by which it is known again: what was posted before a crash is not posted
 * twice, and what comes back with the next look is not taken for somebody else's.
 */
export function markOf(id: string): string {
  return `<!-- factoryfactory:${id} -->`;
}

/** The id of our own row that this text was posted from; null for a text of somebody else. */
export function readMark(text: string): string | null {
  return /<!-- factoryfactory:([a-z0-9]{24}) -->/.exec(text)?.[1] ?? null;
}
