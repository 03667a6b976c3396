/**
 * How long ago that was. A moment that lies ahead is from before the clock was set back: how long ago it was nobody can
 * tell, so it counts as long ago, or what waits for a few seconds to pass would wait for hours.
 */
export function elapsedMs(since: Date, at: Date): number {
  const ms = at.getTime() - since.getTime();
  return ms < 0 ? Number.POSITIVE_INFINITY : ms;
}
