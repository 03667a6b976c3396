import type { TmuxSession } from '@/backend/clients/tmux/tmux_client';
import type { TerminalSize } from '@/shared/terminal';

const MOST_PER_SESSION = 16;
const MOST_AT_ALL = 64;

export type Viewer = {
  sessionId: string;
  /** The tmux session it is attached to; null before and after. */
  watches(): string | null;
  resized(size: TerminalSize): void;
  /** How that session stands; null when it is gone. */
  observed(pane: Pick<TmuxSession, 'dead' | 'cols' | 'rows'> | null): void;
  goAway(): void;
};

export type Viewers = {
  /** False when there are too many already: each costs a tmux client and a terminal. */
  add(viewer: Viewer): boolean;
  remove(viewer: Viewer): void;
  of(sessionId: string): Viewer[];
  all(): Viewer[];
};

export function createViewers(): Viewers {
  const present = new Set<Viewer>();
  const of = (sessionId: string) => [...present].filter((viewer) => viewer.sessionId === sessionId);
  return {
    add(viewer) {
      if (present.size >= MOST_AT_ALL || of(viewer.sessionId).length >= MOST_PER_SESSION) return false;
      present.add(viewer);
      return true;
    },
    remove: (viewer) => void present.delete(viewer),
    of,
    all: () => [...present],
  };
}
