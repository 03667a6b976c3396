import type { VisualState } from './state';

export type ToastMessage = {
  title: string;
  body?: string;
  tone?: VisualState;
  action?: { label: string; run: () => void };
  /** Milliseconds on screen. Failures stay until closed. */
  lasts?: number;
};
export type LiveToast = ToastMessage & { id: number };

const MOST = 3;
let toasts: readonly LiveToast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

/** For the result of something the user did and can no longer see. Everything else belongs in the page. */
export function toast(message: ToastMessage): void {
  lastId += 1;
  const rest = toasts.filter((other) => other.title !== message.title);
  set([...rest, { ...message, id: lastId }].slice(-MOST));
}

export function dismissToast(id: number): void {
  set(toasts.filter((other) => other.id !== id));
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function currentToasts(): readonly LiveToast[] {
  return toasts;
}

function set(next: readonly LiveToast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}
