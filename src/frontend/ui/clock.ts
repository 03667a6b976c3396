/**
 * One timer for every live time on the page. It ticks each second while something listens and the tab is
 * visible; each reader derives its own words, so React renders only the ones whose words changed.
 */
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

export function subscribeToClock(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) {
    document.addEventListener('visibilitychange', update);
    update();
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    document.removeEventListener('visibilitychange', update);
    stop();
  };
}

function update(): void {
  stop();
  if (document.visibilityState !== 'visible') return;
  tick();
  timer = setInterval(tick, 1000);
}

function stop(): void {
  clearInterval(timer);
  timer = undefined;
}

function tick(): void {
  for (const listener of listeners) listener();
}
