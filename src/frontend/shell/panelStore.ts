const KEY = 'ff-panel';
const listeners = new Set<() => void>();

export function subscribeToPanel(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Open unless it was closed: a newcomer should see that there are details. */
export function isPanelOpen(): boolean {
  return localStorage.getItem(KEY) !== 'closed';
}

export function setPanelOpen(open: boolean): void {
  localStorage.setItem(KEY, open ? 'open' : 'closed');
  for (const listener of listeners) listener();
}
