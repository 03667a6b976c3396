const FIRST_MS = 500;
const LONGEST_MS = 60_000;

/** How long a key waits after so many failures in a row: half a second, doubling, a minute at most. */
export function backoffMs(failures: number): number {
  if (failures <= 0) return 0;
  return Math.min(FIRST_MS * 2 ** Math.min(failures - 1, 20), LONGEST_MS);
}
