import { isRunning } from '@/backend/clients/process/is_running';
import type { TmuxSession } from '@/backend/clients/tmux/tmux_client';
import type { PaneFacts } from '@/backend/domain/liveness/judge_session';
import type { Deps } from '../deps';

/** The terminals are listed every two seconds anyway; a little longer, so that a late look is not missed by a hair. */
const FRESH_MS = 2_500;

export type PaneMemory = {
  /** Every terminal of ours, in one look. */
  look(): Promise<PaneFacts[]>;
  /**
   * The last look again, for whoever asks about these terminals. A program that ran then and still does is where it
   * was, and asking the system for that costs no process. Null when only a new look can tell: something is missing,
   * ended, or too long ago; or nobody in particular is asked about and we have started or ended something since.
   */
  recall(markers: readonly string[]): PaneFacts[] | null;
  /** What starts or ends terminals. */
  acting<T>(work: () => Promise<T>): Promise<T>;
};

export function rememberPanes(
  deps: { tmux: Pick<Deps['tmux'], 'listSessions'> },
  running: (pid: number) => boolean = isRunning,
): PaneMemory {
  let acts = 0;
  let last: { sessions: readonly TmuxSession[]; at: number; acts: number } | null = null;
  return {
    async look() {
      const begun = { at: performance.now(), acts };
      const sessions = await deps.tmux.listSessions();
      last = { sessions, ...begun };
      return toFacts(sessions);
    },
    recall(markers) {
      if (last === null || performance.now() - last.at > FRESH_MS) return null;
      const { sessions } = last;
      if (markers.length === 0) return last.acts === acts ? toFacts(sessions) : null;
      const stands = markers.every((marker) =>
        sessions.some((one) => one.marker === marker && !one.dead && running(one.panePid)),
      );
      return stands ? toFacts(sessions) : null;
    },
    async acting(work) {
      acts += 1;
      try {
        return await work();
      } finally {
        acts += 1;
      }
    },
  };
}

function toFacts(sessions: readonly TmuxSession[]): PaneFacts[] {
  return sessions.flatMap(({ name, marker, dead, exitStatus, lastOutputAt }) =>
    marker === null ? [] : [{ name, marker, dead, exitStatus, alive: !dead, lastOutputAt }],
  );
}
