import { z } from 'zod';

/** One program to run. `null` in the environment takes a variable away. */
export const Order = z.object({
  file: z.string(),
  args: z.array(z.string()),
  cwd: z.string().optional(),
  env: z.record(z.string(), z.string().nullable()),
  input: z.string().optional(),
  timeoutMs: z.number().optional(),
});
export type Order = z.infer<typeof Order>;

/** How it ended; `error` is the system's word for why it could not even begin. */
export const Ending = z.object({
  code: z.number().nullable(),
  signal: z.string().nullable(),
  timedOut: z.boolean(),
  error: z.string().nullable(),
});
export type Ending = z.infer<typeof Ending>;
