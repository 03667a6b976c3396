import { z } from 'zod';

/** The row of the Setting table that holds these. */
export const LIMITS_KEY = 'limits';

const minutes = (max: number) => z.number().min(0.01).max(max);

/** Limits of the whole system. Those of one project are in its settings. */
export const SystemLimits = z.object({
  /** A turn that is open with no hook, no output and no transcript for this long is hung. */
  hungMinutes: minutes(24 * 60).default(20),
  /** A session that has not shown its tools after this long never will. */
  startMinutes: minutes(60).default(5),
  /** An agent that ended its turn with its task unfinished is reminded after this, then after twice this … */
  nudgeMinutes: minutes(24 * 60).default(2),
  /** … and after so many reminders a person is told instead. */
  nudgeLimit: z.int().min(0).max(20).default(3),
  /** How long to wait before asking a provider again that is missing or logged out. */
  providerRetryMinutes: minutes(24 * 60).default(10),
  /** A usage limit with no known reset time. */
  usageRetryMinutes: minutes(24 * 60).default(30),
  /** A permission that nobody gave by then is refused. */
  permissionMinutes: minutes(24 * 60).default(60),
  /** A question that nobody answered by then is left to the agent. */
  questionMinutes: minutes(24 * 60).default(240),
  minFreeMemoryMb: z.int().min(0).default(700),
  minFreeDiskMb: z.int().min(0).default(1024),
  /** So many crashes of any agents within the window mean that the system itself is ill. */
  systemCrashLimit: z.int().min(1).default(10),
  systemCrashWindowMinutes: minutes(24 * 60).default(60),
});
export type SystemLimits = z.infer<typeof SystemLimits>;
