import type { Deps } from '../deps';

type Work = () => Promise<void>;

export type Repeating = {
  inBackground(what: string, work: Work): void;
  /** One after the other, never two at once, and an error only costs that one. */
  repeat(ms: number, what: string, work: Work): void;
  stopRepeating(): void;
};

/** Work that nobody waits for: what goes wrong in it is logged, and it goes on. */
export function repeatInBackground(log: Deps['log']): Repeating {
  const timers: NodeJS.Timeout[] = [];
  let stopped = false;

  function inBackground(what: string, work: Work): void {
    work().catch((error: unknown) => log.error({ err: error }, `${what} failed`));
  }

  return {
    inBackground,
    repeat(ms, what, work) {
      let busy = false;
      const timer = setInterval(() => {
        if (busy || stopped) return;
        busy = true;
        inBackground(what, async () => {
          try {
            await work();
          } finally {
            busy = false;
          }
        });
      }, ms);
      timer.unref();
      timers.push(timer);
    },
    stopRepeating() {
      stopped = true;
      for (const timer of timers) clearInterval(timer);
    },
  };
}
