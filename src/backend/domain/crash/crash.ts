/** How a session ended, as far as counting goes. Written at the start of `Session.endReason`. */
const COUNTED = ['crashed', 'hung'] as const;

export type EndedSession = { endedAt: Date; endReason: string | null };

export type CrashWindow = {
  at: Date;
  windowMinutes: number;
  /** Someone pressed Retry: what was before does not count. */
  forgivenAt: Date | null;
};

/** True for an end that nobody asked for. A stop, a pause, a usage limit or a log-out is not one. */
export function isCrash(endReason: string | null): boolean {
  return COUNTED.some((word) => endReason === word || (endReason?.startsWith(`${word}:`) ?? false));
}

/** What is dated ahead is from before the clock was set back: it is neither counted nor does it forgive. */
export function countCrashes(ended: readonly EndedSession[], window: CrashWindow): number {
  const at = window.at.getTime();
  const forgiven = window.forgivenAt?.getTime() ?? 0;
  const since = Math.max(at - window.windowMinutes * 60_000, forgiven <= at ? forgiven : 0);
  return ended.filter(
    ({ endReason, endedAt }) => isCrash(endReason) && endedAt.getTime() > since && endedAt.getTime() <= at,
  ).length;
}

export const LONGEST_RESTART_DELAY_MS = 60_000;
const DELAYS_MS = [0, 5000, 20_000, LONGEST_RESTART_DELAY_MS];

/** How long to wait before the restart that follows the n-th crash. The first is at once: most are accidents. */
export function restartDelayMs(crashes: number): number {
  return DELAYS_MS[Math.min(Math.max(crashes, 1), DELAYS_MS.length) - 1] ?? 0;
}
