const FIRST_MS = 5000;
const FACTOR = 4;
const MOST_ATTEMPTS = 6;

/** How long to wait after so many failures of one channel; null once it is given up, after about half an hour. */
export function retryPause(failures: number): number | null {
  return failures >= MOST_ATTEMPTS ? null : FIRST_MS * FACTOR ** (failures - 1);
}
