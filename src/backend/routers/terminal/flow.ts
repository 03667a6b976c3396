/** Above this much that the browser has not taken yet, nothing more is read from the session. */
const HIGH = 512 * 1024;
const LOW = 128 * 1024;

export type Flow = {
  sent(bytes: number): void;
  acked(bytes: number): void;
  /** Bytes on their way: in our buffers, the network's or the browser's. */
  pending(): number;
};

/** Counts bytes sent against bytes taken, and stops and starts the source between two marks. */
export function createFlow(source: { pause(): void; resume(): void }): Flow {
  let pending = 0;
  let paused = false;
  return {
    sent(bytes) {
      pending += bytes;
      if (paused || pending < HIGH) return;
      paused = true;
      source.pause();
    },
    acked(bytes) {
      // A browser cannot have taken more than it was given.
      pending -= Math.min(bytes, pending);
      if (!paused || pending > LOW) return;
      paused = false;
      source.resume();
    },
    pending: () => pending,
  };
}
