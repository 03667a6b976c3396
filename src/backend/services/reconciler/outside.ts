/**
 * Does something that may take as long as its project likes, and keeps nobody else's place meanwhile: what has the same
 * `share` waits for each other only. The signal ends the waiting.
 */
export type Outside = <T>(
  input: { share: string; signal: AbortSignal },
  work: () => Promise<T>,
) => Promise<T>;
