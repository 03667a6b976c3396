import { z } from 'zod';

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const;
const LogLevel = z.enum(LOG_LEVELS);
export type LogLevel = z.infer<typeof LogLevel>;

export const ReadLog = z.object({
  /** This serious or more. */
  level: LogLevel.default('info'),
  search: z.string().trim().max(200).default(''),
  limit: z.int().min(1).max(500).default(200),
});

export type LogLine = { at: Date; level: LogLevel; message: string; detail: string };

/** One look at the reconciler, taken at regular times. */
export type Vital = {
  at: Date;
  /** Keys that wait or run. */
  queue: number;
  failing: number;
  /** Since the look before. */
  runs: number;
  meanMs: number | null;
  memoryMb: number;
};
