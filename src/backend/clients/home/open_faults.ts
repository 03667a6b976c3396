import { readFileSync } from 'node:fs';
import { z } from 'zod';

const Faults = z.object({
  /** Added to the machine's clock. */
  clockOffsetMs: z.number().default(0),
  /** No change wakes the reconciler: only its sweeps find what there is to do. */
  deaf: z.boolean().default(false),
  /** How often it sweeps; read once, when it starts. */
  sweepMs: z.int().min(100).optional(),
});

export type Faults = { clock(): Date; isDeaf(): boolean; sweepMs: number | undefined };

const LOOK_EVERY_MS = 50;

/** What the chaos runs do to a running server from outside, by a file. Without one there is nothing but the clock. */
export function openFaults(file: string | null): Faults {
  if (file === null) return { clock: () => new Date(), isDeaf: () => false, sweepMs: undefined };
  let now = read(file) ?? Faults.parse({});
  const { sweepMs } = now;
  const timer = setInterval(() => {
    now = read(file) ?? now;
  }, LOOK_EVERY_MS);
  timer.unref();
  return {
    clock: () => new Date(Date.now() + now.clockOffsetMs),
    isDeaf: () => now.deaf,
    sweepMs,
  };
}

/** Null while it is being written. */
function read(file: string): z.infer<typeof Faults> | null {
  try {
    return Faults.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}
